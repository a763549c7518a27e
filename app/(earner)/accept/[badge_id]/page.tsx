import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { issuerOf } from "@/app/(public)/issuer";
import { AcceptView } from "@/components/issued-badges/accept-view";
import { PublicFrame } from "@/components/issued-badges/public-frame";
import { presentBadge, type ShownBadgeRow } from "@/lib/issued-badges/serializer";
import { getBadgeByLink } from "@/lib/issued-badges/service";
import { clock } from "@/lib/kernel/clock";
import { publicUrl } from "@/lib/kernel/env";
import { ApiError } from "@/lib/kernel/errors";

export const dynamic = "force-dynamic";

// The address carries the token: it goes to no other site and into no search engine.
export const metadata: Metadata = {
  title: "Your badge",
  referrer: "no-referrer",
  robots: { index: false, follow: false },
};

type PageProps = {
  params: Promise<{ badge_id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

async function badgeOfLink(id: string, token: string): Promise<ShownBadgeRow> {
  try {
    return await getBadgeByLink(id, token);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Answers 404 in words: the body of Next's own not-found page is empty without JavaScript.
    redirect(publicUrl(`/accept/${encodeURIComponent(id)}/answer`));
  }
}

/** The page that the mail of a pending badge leads to. It shows and asks; only the forms on it act. */
export default async function AcceptPage({ params, searchParams }: PageProps) {
  const [{ badge_id: id }, query] = await Promise.all([params, searchParams]);
  const token = typeof query.token === "string" ? query.token : "";
  const row = await badgeOfLink(id, token);
  const issuer = issuerOf(row);
  return (
    <PublicFrame color={issuer.color}>
      <AcceptView
        badge={presentBadge(row)}
        issuer={issuer}
        isExpired={row.expiresAt !== null && row.expiresAt <= clock.now()}
        token={token}
        isDeclining={query.decline === "1"}
        isJustNow={query.answered === "1"}
      />
    </PublicFrame>
  );
}
