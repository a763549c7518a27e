import { CircleAlert } from "lucide-react";
import { DateText } from "@/components/ui/time";
import type { IssuedBadge } from "@/lib/issued-badges/schema";
import { BadgeFacts, VerificationPanel } from "./badge-facts";
import { BadgeColumns } from "./badge-columns";
import { BadgeHero, type ShownIssuer } from "./badge-hero";
import { MeaningSections } from "./badge-sections";
import { EvidenceSection } from "./evidence-section";

type BadgeViewProps = { badge: IssuedBadge; issuer: ShownIssuer; isExpired: boolean; checkedAt: string };

const ExpiredBanner = ({ date }: { date: string | null }) => (
  <div className="mb-10 flex items-start gap-3 rounded-xl border border-negative bg-negative-soft p-5">
    <CircleAlert className="mt-0.5 size-6 shrink-0 text-negative" aria-hidden="true" strokeWidth={1.75} />
    <div>
      <p className="font-heading text-2xl leading-tight">This badge has expired</p>
      <p className="mt-1 text-ink-soft">
        {date ? (
          <>
            It was valid until <DateText value={date} />.{" "}
          </>
        ) : null}
        It shows what its earner achieved then, not what is certified today.
      </p>
    </div>
  </div>
);

/** The public view of one accepted badge. */
export function BadgeView({ badge, issuer, isExpired, checkedAt }: BadgeViewProps) {
  const { badge_template: template } = badge;
  return (
    <article>
      {isExpired ? <ExpiredBanner date={badge.expires_at_date} /> : null}
      <BadgeHero
        badge={badge}
        issuer={issuer}
        kicker={
          <>
            Earned by{" "}
            <span className="font-medium text-ink">
              {badge.issued_to || "somebody whose name is not shown"}
            </span>
          </>
        }
        title={template.name}
      >
        <p className="mt-5 max-w-prose text-base whitespace-pre-line">{template.description}</p>
      </BadgeHero>
      <BadgeColumns
        facts={<BadgeFacts badge={badge} isExpired={isExpired} />}
        aside={
          <VerificationPanel badge={badge} issuer={issuer} isExpired={isExpired} checkedAt={checkedAt} />
        }
      >
        <MeaningSections template={template}>
          <EvidenceSection evidence={badge.evidence} />
        </MeaningSections>
      </BadgeColumns>
    </article>
  );
}
