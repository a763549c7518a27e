import type { Column } from "@/components/ui/list/data-table";
import { Tag } from "@/components/ui/tag";
import { DateText } from "@/components/ui/time/time";
import type { Endorsement } from "@/lib/credentials/endorsements/schema";
import { EndorsementActions } from "./endorsement-actions";

const STATES = {
  offered: { label: "Waiting", tone: "neutral" },
  accepted: { label: "Published", tone: "positive" },
  declined: { label: "Declined or removed", tone: "neutral" },
  withdrawn: { label: "Withdrawn", tone: "neutral" },
} as const satisfies Record<Endorsement["state"], object>;

const StateTag = ({ state }: Pick<Endorsement, "state">) => (
  <Tag tone={STATES[state].tone}>{STATES[state].label}</Tag>
);

/** The columns of the list of endorsements, with actions if the person may change them. */
export const endorsementColumns = (organizationId: string, mayChange: boolean): Column<Endorsement>[] => [
  {
    key: "endorsement",
    label: "Endorsement",
    isFixed: true,
    cell: ({ state, direction, badge_template: badge, endorser, owner, comment }) => (
      <>
        {badge.url ? (
          <a href={badge.url} className="font-medium wrap-anywhere text-ink hover:text-accent">
            {badge.name}
          </a>
        ) : (
          <span className="font-medium wrap-anywhere">{badge.name}</span>
        )}
        <p className="text-[0.8125rem] text-ink-soft">
          {direction === "given" ? `To ${owner.name}` : `From ${endorser.name}`}
        </p>
        <p className="mt-1 max-w-prose text-sm whitespace-pre-line wrap-anywhere">{comment}</p>
        <div className="mt-2 sm:hidden">
          <StateTag state={state} />
        </div>
      </>
    ),
  },
  {
    key: "state",
    label: "State",
    from: "sm",
    className: "align-top",
    cell: ({ state }) => <StateTag state={state} />,
  },
  {
    key: "created",
    label: "Offered",
    from: "md",
    isFigure: true,
    className: "align-top text-ink-soft",
    sort: { name: "created_at", first: "desc" },
    cell: ({ created_at: at }) => <DateText value={at} />,
  },
  {
    key: "actions",
    label: "Actions",
    isFixed: true,
    isHeadHidden: true,
    className: "text-end align-top",
    cell: (endorsement) =>
      mayChange ? <EndorsementActions organizationId={organizationId} endorsement={endorsement} /> : null,
  },
];
