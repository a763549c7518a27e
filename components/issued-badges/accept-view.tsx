import type { IssuedBadge } from "@/lib/issued-badges/schema";
import { AnswerForms } from "./answer-forms";
import { AnswerState } from "./answer-state";
import { BadgeColumns } from "./badge-columns";
import { BadgeFacts } from "./badge-facts";
import { BadgeHero, type ShownIssuer } from "./badge-hero";
import { MeaningSections } from "./badge-sections";
import { EvidenceSection } from "./evidence-section";

type AcceptViewProps = {
  badge: IssuedBadge;
  issuer: ShownIssuer;
  isExpired: boolean;
  token: string;
  isDeclining: boolean;
  isJustNow: boolean;
};

/** A badge as its earner sees it from the mail: what it is, and their answer to it. */
export function AcceptView({ badge, issuer, isExpired, token, isDeclining, isJustNow }: AcceptViewProps) {
  const { badge_template: template } = badge;
  const earner = badge.issued_to_first_name ?? badge.issued_to;
  return (
    <article>
      <BadgeHero
        badge={badge}
        issuer={issuer}
        kicker={
          badge.state === "pending" ? (
            <span className="text-ink">
              {earner ? `${earner}, you have earned a badge` : "You have earned a badge"}
            </span>
          ) : (
            <>
              Issued to{" "}
              <span className="font-medium text-ink">{badge.issued_to || badge.recipient_email}</span>
            </>
          )
        }
        title={template.name}
      >
        <p className="mt-5 mb-8 max-w-prose text-base whitespace-pre-line">{template.description}</p>
        {badge.state === "pending" ? (
          <AnswerForms
            badgeId={badge.id}
            token={token}
            isDeclining={isDeclining}
            address={badge.recipient_email}
          />
        ) : (
          <AnswerState badge={badge} issuer={issuer.name} isJustNow={isJustNow} />
        )}
      </BadgeHero>
      <BadgeColumns facts={<BadgeFacts badge={badge} isExpired={isExpired} />}>
        <MeaningSections template={template}>
          <EvidenceSection evidence={badge.evidence} />
        </MeaningSections>
      </BadgeColumns>
    </article>
  );
}
