import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { BadgeView } from "@/components/issued-badges/badge-view";
import { PublicFrame } from "@/components/issued-badges/public-frame";
import { publicBadge } from "./public-badge";

export const dynamic = "force-dynamic";

type PageProps = { params: Promise<{ badge_id: string }> };

const SUMMARY_LENGTH = 200;

/** One line of at most 200 characters, cut between words. */
function summarise(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= SUMMARY_LENGTH
    ? line
    : `${line.slice(0, SUMMARY_LENGTH - 2).replace(/\s\S*$/u, "")} …`;
}

/** Title, description and the card that other sites show of a link to this page. */
export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const found = await publicBadge((await params).badge_id);
  if (!("shown" in found)) return { robots: { index: false } };
  const { badge, issuer } = found.shown;
  const { name, description } = badge.badge_template;
  const title = badge.issued_to ? `${name}, earned by ${badge.issued_to}` : name;
  const summary = summarise(`Issued by ${issuer.name}. ${description}`);
  const images = [{ url: badge.image_url, width: 600, height: 600, alt: `Badge: ${name}` }];
  return {
    title,
    description: summary,
    alternates: { canonical: badge.badge_url },
    openGraph: {
      type: "website",
      siteName: "Badges",
      title,
      description: summary,
      url: badge.badge_url,
      images,
    },
    twitter: { card: "summary", title, description: summary, images },
  };
}

/** The public page of an accepted badge; a replaced one leads to its newest. */
export default async function BadgePage({ params }: PageProps) {
  const found = await publicBadge((await params).badge_id);
  if (!("shown" in found)) redirect(found.instead);
  return (
    <PublicFrame color={found.shown.issuer.color}>
      <BadgeView {...found.shown} />
    </PublicFrame>
  );
}
