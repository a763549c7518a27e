import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { redirect } from "next/navigation";
import { cardMetadata } from "@/app/(public)/card-metadata";
import { BadgeView } from "@/components/public/badge/badge-view";
import { BadgeData } from "@/components/public/badge-data";
import { PublicFrame } from "@/components/ui/page/public-frame";
import { markTest } from "@/lib/badges/issued/choices";
import { publicUrl } from "@/lib/kernel/env";
import { assertionUrl, credentialUrl } from "@/lib/credentials/open-badges/addresses";
import { oEmbedUrl } from "@/lib/credentials/public-pages/oembed";
import { findPublicBadge } from "./public-badge";

export const dynamic = "force-dynamic";

type PageProps = { params: Promise<{ badge_id: string }> };

/** Title, description and the preview card that other sites show for a link to this page. */
export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const found = await findPublicBadge((await params).badge_id);
  if (!("shown" in found)) return { robots: { index: false } };
  const t = await getTranslations("public.badge");
  const { badge, issuer } = found.shown;
  const { description } = badge.badge_template;
  const name = markTest(badge.badge_template.name, issuer.is_test);
  const path = `/badges/${badge.id}`;
  const url = publicUrl(`${path}/card.png`);
  const card = await cardMetadata({
    title: badge.issued_to ? t("title", { badge: name, earner: badge.issued_to }) : name,
    summary: t("summary", { issuer: issuer.name, description }),
    path,
    image: { url, width: 1200, height: 630, alt: t("alt", { name }) },
    isTest: issuer.is_test,
  });
  // Lets software find the badge's data from its page: of Open Badges 2.0 and 3.0, and the code that embeds it.
  const types = {
    "application/ld+json": assertionUrl(badge.id),
    "application/vc": credentialUrl(badge.id),
    "application/vc+jwt": `${credentialUrl(badge.id)}.jwt`,
    "application/json+oembed": oEmbedUrl(badge.badge_url),
  };
  return { ...card, alternates: { ...card.alternates, types } };
}

/** The public page of an accepted badge. A replaced badge redirects to the newest one. */
export default async function BadgePage({ params }: PageProps) {
  const found = await findPublicBadge((await params).badge_id);
  if (!("shown" in found)) redirect(found.instead);
  const { badge, issuer } = found.shown;
  return (
    <PublicFrame color={issuer.color}>
      <BadgeView {...found.shown} />
      <BadgeData badge={badge} issuer={issuer} />
    </PublicFrame>
  );
}
