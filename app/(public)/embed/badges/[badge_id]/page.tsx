import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { findPublicBadge } from "@/app/(public)/badges/[badge_id]/public-badge";
import { EmbeddedBadge } from "@/components/public/embedded-badge";

export const dynamic = "force-dynamic";

// Not indexed: it is a part of other pages, and search engines should find the badge's own page.
export const metadata: Metadata = { robots: { index: false } };

type PageProps = { params: Promise<{ badge_id: string }> };

/** A badge to embed in pages of other sites, which may frame it (lib/http/server/security-headers.ts). */
export default async function EmbeddedBadgePage({ params }: PageProps) {
  const found = await findPublicBadge((await params).badge_id);
  if (!("shown" in found)) redirect(found.instead.replace("/badges/", "/embed/badges/"));
  const { badge, issuer, validity } = found.shown;
  return <EmbeddedBadge badge={badge} issuer={issuer} validity={validity} />;
}
