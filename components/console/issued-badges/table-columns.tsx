import Link from "next/link";
import { BadgeArt } from "@/components/public/badge/badge-art";
import type { Column } from "@/components/ui/list/data-table";
import { MomentText } from "@/components/ui/time/moment";
import { DateText } from "@/components/ui/time/time";
import type { IssuedBadge } from "@/lib/badges/issued/schema";
import { BadgeState } from "./badge-state";

/** Returns the name of the recipient, or the e-mail address if there is no name. */
export const recipientName = (badge: Pick<IssuedBadge, "issued_to" | "recipient_email">): string =>
  badge.issued_to || badge.recipient_email;

const RecipientCell = ({ badge, home }: { badge: IssuedBadge; home: string }) => (
  <>
    <Link
      prefetch={false}
      href={`${home}/issued_badges/${badge.id}`}
      className="inline-flex min-h-6 items-center font-medium wrap-anywhere text-ink no-underline hover:text-accent hover:underline"
    >
      {recipientName(badge)}
    </Link>
    <p className="text-[0.8125rem] wrap-anywhere text-ink-faint">{badge.recipient_email}</p>
    <p className="mt-0.5 text-[0.8125rem] text-ink-soft md:hidden">{badge.badge_template.name}</p>
  </>
);

const TemplateCell = ({ template }: { template: IssuedBadge["badge_template"] }) => (
  <div className="flex items-center gap-3">
    <BadgeArt src={template.image_url} name="" size={36} className="size-7 comfortable:size-9" />
    <span className="line-clamp-2">{template.name}</span>
  </div>
);

const figureColumn = { isFigure: true, className: "text-ink-soft" } as const;

/** Columns that are hidden until the user selects them. */
const extraColumns: Column<IssuedBadge>[] = [
  {
    key: "state_since",
    label: "State changed",
    fields: [["state_updated_at", "State changed"]],
    isExtra: true,
    ...figureColumn,
    sort: { name: "state_updated_at", first: "desc" },
    cell: ({ state_updated_at: at }) => <MomentText value={at} />,
  },
  {
    key: "visibility",
    label: "Visibility",
    fields: [["public", "Public"]],
    isExtra: true,
    className: "text-ink-soft",
    cell: (badge) => (badge.public ? "Public" : "Private"),
  },
  {
    key: "issuer",
    label: "Issuer",
    fields: [["created_by.name", "Issuer"]],
    isExtra: true,
    className: "text-ink-soft wrap-anywhere",
    cell: ({ created_by: issuer }) => issuer.name,
  },
  {
    key: "earner_id",
    label: "Your ID for the earner",
    fields: [["issuer_earner_id", "Your ID for the earner"]],
    isExtra: true,
    className: "text-ink-soft wrap-anywhere",
    cell: ({ issuer_earner_id: id }) => id ?? "",
  },
];

/** Returns the columns of a table of issued badges. */
export const badgeColumns = (home: string): Column<IssuedBadge>[] => [
  {
    key: "recipient",
    label: "Recipient",
    fields: [
      ["issued_to", "Recipient"],
      ["recipient_email", "E-mail address"],
    ],
    isFixed: true,
    sort: { name: "users[last_name]" },
    cell: (badge) => <RecipientCell badge={badge} home={home} />,
  },
  {
    key: "badge",
    label: "Badge",
    fields: [["badge_template.name", "Badge"]],
    from: "md",
    sort: { name: "badge_templates[name]" },
    cell: ({ badge_template: template }) => <TemplateCell template={template} />,
  },
  {
    key: "state",
    label: "State",
    fields: [["state", "State"]],
    cell: (badge) => <BadgeState badge={badge} />,
  },
  {
    key: "issued",
    label: "Issued",
    fields: [["issued_at_date", "Issued"]],
    from: "sm",
    ...figureColumn,
    sort: { name: "issued_at", first: "desc" },
    cell: ({ issued_at_date: day }) => <DateText value={day} />,
  },
  {
    key: "expires",
    label: "Expires",
    fields: [["expires_at_date", "Expires"]],
    from: "lg",
    ...figureColumn,
    cell: ({ expires_at_date: day }) =>
      day ? <DateText value={day} /> : <span className="text-ink-faint">Never</span>,
  },
  ...extraColumns,
];
