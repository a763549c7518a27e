import type { Column } from "@/components/ui/list/data-table";
import { Tag, type Tone } from "@/components/ui/tag";
import { DateText } from "@/components/ui/time/time";
import type { InvitationState, MemberInvitation } from "@/lib/accounts/memberships/schema";
import { InvitationActions } from "./invitation-actions";
import { ROLE_TEXTS } from "./role-words";

const STATES: Record<InvitationState, { label: string; tone: Tone }> = {
  pending: { label: "Pending", tone: "caution" },
  expired: { label: "Expired", tone: "neutral" },
  accepted: { label: "Accepted", tone: "positive" },
  withdrawn: { label: "Withdrawn", tone: "neutral" },
};

type InvitationColumnOptions = { organizationId: string; may: { send: boolean; withdraw: boolean } };

const isOpen = ({ state }: MemberInvitation): boolean => state === "pending" || state === "expired";

const COLUMNS: Column<MemberInvitation>[] = [
  {
    key: "email",
    label: "E-mail address",
    isFixed: true,
    sort: { name: "email" },
    cell: ({ email, role }) => (
      <>
        <span className="font-medium wrap-anywhere">{email}</span>
        <p className="text-[0.8125rem] text-ink-faint md:hidden">{ROLE_TEXTS[role].name}</p>
      </>
    ),
  },
  { key: "role", label: "Role", from: "md", cell: ({ role }) => ROLE_TEXTS[role].name },
  {
    key: "state",
    label: "State",
    cell: ({ state }) => <Tag tone={STATES[state].tone}>{STATES[state].label}</Tag>,
  },
  {
    key: "inviter",
    label: "Invited by",
    from: "lg",
    className: "text-ink-soft wrap-anywhere",
    cell: ({ invited_by: by }) => by.name,
  },
  {
    key: "created",
    label: "Invited",
    from: "xl",
    isFigure: true,
    className: "text-ink-soft",
    sort: { name: "created_at", first: "desc" },
    cell: ({ created_at: at }) => <DateText value={at} />,
  },
  {
    key: "expires",
    label: "Expires",
    from: "md",
    isFigure: true,
    className: "text-ink-soft",
    sort: { name: "expires_at" },
    cell: (invitation) => (isOpen(invitation) ? <DateText value={invitation.expires_at} /> : "–"),
  },
];

/** Returns the columns of the list of invitations. */
export function invitationColumns({
  organizationId,
  may,
}: InvitationColumnOptions): Column<MemberInvitation>[] {
  if (!may.send) return COLUMNS;
  return [
    ...COLUMNS,
    {
      key: "actions",
      label: "Actions",
      isFixed: true,
      isHeadHidden: true,
      className: "text-end",
      cell: (invitation) =>
        isOpen(invitation) ? (
          <InvitationActions
            organizationId={organizationId}
            invitation={invitation}
            mayWithdraw={may.withdraw}
          />
        ) : null,
    },
  ];
}
