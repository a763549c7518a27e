import Link from "next/link";
import type { ReactNode } from "react";
import { BadgeArt } from "@/components/public/badge/badge-art";
import { CopyButton } from "@/components/ui/copy-button";
import { Facts, Section, type Fact } from "@/components/ui/facts";
import { MomentText } from "@/components/ui/time/moment";
import { DateText } from "@/components/ui/time/time";
import type { IssuedBadge } from "@/lib/badges/issued/schema";
import { EvidenceList } from "./evidence-list";

type BadgeDetailProps = { badge: IssuedBadge; home: string; history: ReactNode };

const LINK = "text-accent underline underline-offset-4";

const badgeLink = (home: string, id: string | null): ReactNode =>
  id ? (
    <Link href={`${home}/issued_badges/${id}`} className={LINK}>
      View badge
    </Link>
  ) : null;

const badgeFacts = (badge: IssuedBadge, home: string): Fact[] =>
  [
    {
      term: "Badge template",
      value: (
        <Link href={`${home}/badge_templates/${badge.badge_template.id}`} className={LINK}>
          {badge.badge_template.name}
        </Link>
      ),
    },
    { term: "E-mail address", value: badge.recipient_email },
    { term: "Your ID for the earner", value: badge.issuer_earner_id },
    { term: "Group", value: badge.issuer_earner_group?.name },
    { term: "Issued on", value: <DateText value={badge.issued_at_date} /> },
    { term: "Expires", value: badge.expires_at_date ? <DateText value={badge.expires_at_date} /> : "Never" },
    { term: "State changed", value: <MomentText value={badge.state_updated_at} /> },
    { term: "Revocation reason", value: badge.revocation_reason },
    { term: "Visibility", value: badge.public ? "Public" : "Private" },
    { term: "Replaces", value: badgeLink(home, badge.replaces_badge_id) },
    { term: "Replaced by", value: badgeLink(home, badge.replacement_badge_id) },
    { term: "Badge ID", value: <code className="font-mono text-[0.8125rem]">{badge.id}</code> },
  ].filter(({ value }) => value !== null && value !== undefined && value !== "");

function BadgeLinks({ badge }: { badge: IssuedBadge }) {
  const hasPublicPage = badge.state === "accepted" && badge.public;
  return (
    <div className="flex flex-col gap-3 text-sm">
      {badge.accept_badge_url ? (
        <div className="flex flex-col items-start gap-2">
          <p className="text-ink-soft">
            The earner accepts or rejects the badge with this link. Share it only with them.
          </p>
          <CopyButton text={badge.accept_badge_url} label="Copy accept link" />
        </div>
      ) : null}
      {hasPublicPage ? (
        <div className="flex flex-wrap items-center gap-3">
          <a href={badge.badge_url} className={`${LINK} wrap-anywhere`}>
            View public page
          </a>
          <CopyButton text={badge.badge_url} label="Copy link" />
        </div>
      ) : (
        <p className="text-ink-faint">
          {badge.state === "accepted"
            ? "The earner has made this badge private."
            : "The public page is available once the earner accepts the badge."}
        </p>
      )}
    </div>
  );
}

/** Shows the details, evidence, history and links of an issued badge. */
export const BadgeDetail = ({ badge, home, history }: BadgeDetailProps) => (
  <div className="@container">
    <div className="grid gap-x-14 gap-y-10 @3xl:grid-cols-[minmax(0,1fr)_18rem]">
      <div className="flex min-w-0 flex-col gap-10">
        <Facts facts={badgeFacts(badge, home)} />
        <Section title="Evidence">
          {badge.evidence.length > 0 ? (
            <EvidenceList evidence={badge.evidence} />
          ) : (
            <p className="text-sm text-ink-faint">No evidence</p>
          )}
        </Section>
        {history}
      </div>
      <div className="flex flex-col gap-8 @max-3xl:order-first">
        <BadgeArt
          src={badge.image_url}
          name={badge.badge_template.name}
          size={208}
          className="size-40 @3xl:size-52"
        />
        {badge.state === "pending" || badge.state === "accepted" ? <BadgeLinks badge={badge} /> : null}
      </div>
    </div>
  </div>
);
