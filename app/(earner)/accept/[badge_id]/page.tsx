import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { parseRejectedForm } from "@/app/rejected-form";
import { findSignedInPerson } from "@/app/signed-in";
import { AcceptView } from "@/components/earner/accept/accept-view";
import { PublicFrame } from "@/components/ui/page/public-frame";
import { findAccountOffer } from "@/lib/accounts/accounts/account-offers";
import { readAcceptLink } from "@/lib/badges/issued/accept-link";
import { datedValidity } from "@/lib/badges/issued/choices";
import { presentBadge } from "@/lib/badges/issued/serializer";
import { clock } from "@/lib/kernel/clock";
import { publicUrl } from "@/lib/kernel/env";
import { presentBadgeIssuer } from "@/lib/credentials/public-pages/serializer";

export const dynamic = "force-dynamic";

/** The address contains the token, so it is not sent to other sites and not indexed. */
export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("accept");
  return { title: t("title"), referrer: "same-origin", robots: { index: false, follow: false } };
}

type PageProps = {
  params: Promise<{ badge_id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

async function getLinkedBadge(id: string, token: string) {
  const link = await readAcceptLink(id, token);
  if ("badge" in link && link.badge.state !== "revoked") return link;
  // Responds with 404 or 410 and a message: the body of Next's not-found page is empty without JavaScript.
  return redirect(publicUrl(`/accept/${encodeURIComponent(id)}/answer?${new URLSearchParams({ token })}`));
}

/** The page of the link in the e-mail about a badge. Only its forms change anything. */
export default async function AcceptPage({ params, searchParams }: PageProps) {
  const [{ badge_id: id }, query, person] = await Promise.all([params, searchParams, findSignedInPerson()]);
  const token = typeof query.token === "string" ? query.token : "";
  const link = await getLinkedBadge(id, token);
  const { badge: row, successor } = link;
  const issuer = presentBadgeIssuer(row);
  return (
    <PublicFrame hasLinks={false} color={issuer.color} query={{ token }}>
      <AcceptView
        badge={presentBadge(row)}
        issuer={issuer}
        validity={datedValidity(row, clock.now())}
        token={token}
        isMailed={link.link === "mailed"}
        isDeclining={query.decline === "1"}
        isJustNow={query.answered === "1"}
        successor={successor}
        keeping={await findAccountOffer(link, person?.id ?? null)}
        account={person?.emails[0]?.email ?? null}
        again={parseRejectedForm(query)}
        adding={typeof query.address === "string" ? query.address : null}
      />
    </PublicFrame>
  );
}
