import Link from "next/link";
import { Count } from "@/components/ui/list/count";
import type { Column } from "@/components/ui/list/data-table";
import { Tag } from "@/components/ui/tag";
import { DateText } from "@/components/ui/time/time";
import type { Member } from "@/lib/accounts/memberships/schema";
import { MemberActions } from "./member-actions";
import { memberName } from "./member-name";
import { ROLE_TEXTS } from "./role-words";

type MemberColumnOptions = {
  home: string;
  organizationId: string;
  /** The signed-in person. */
  selfId: string;
  may: { change: boolean; remove: boolean };
};

const MemberCell = ({ member, isSelf }: { member: Member; isSelf: boolean }) => (
  <>
    <span className="font-medium wrap-anywhere">{memberName(member)}</span>
    {isSelf ? <span className="text-ink-faint"> (you)</span> : null}
    <p className="text-[0.8125rem] wrap-anywhere text-ink-faint">{member.email}</p>
  </>
);

const baseColumns = (home: string, selfId: string): Column<Member>[] => [
  {
    key: "name",
    label: "Name",
    isFixed: true,
    sort: { name: "last_name" },
    cell: (member) => <MemberCell member={member} isSelf={member.id === selfId} />,
  },
  {
    key: "role",
    label: "Role",
    sort: { name: "role" },
    cell: ({ role }) => (
      <Tag tone={role === "administrator" ? "accent" : "neutral"}>{ROLE_TEXTS[role].name}</Tag>
    ),
  },
  {
    key: "second_factor",
    label: "Second factor",
    from: "md",
    cell: ({ second_factor: hasFactor }) =>
      hasFactor ? <Tag tone="positive">Yes</Tag> : <span className="text-ink-faint">No</span>,
  },
  {
    key: "tokens",
    label: "Tokens created",
    from: "lg",
    isFigure: true,
    cell: ({ authorization_tokens_count: count }) => (
      <Count value={count} href={`${home}/developer/authorization_tokens`} of="authorization tokens" />
    ),
  },
  {
    key: "audit",
    label: "Activity",
    from: "md",
    cell: (member) => (
      <Link
        href={`${home}/settings/audit_log?actor_id=${member.id}`}
        className="inline-flex min-h-6 items-center text-ink-soft underline decoration-line underline-offset-4 hover:text-ink"
      >
        Audit log<span className="sr-only"> of {memberName(member)}</span>
      </Link>
    ),
  },
  {
    key: "since",
    label: "Member since",
    from: "md",
    isFigure: true,
    className: "text-ink-soft",
    sort: { name: "created_at", first: "desc" },
    cell: ({ created_at: at }) => <DateText value={at} />,
  },
];

/** Returns the columns of the member list. */
export function memberColumns({ home, organizationId, selfId, may }: MemberColumnOptions): Column<Member>[] {
  const columns = baseColumns(home, selfId);
  if (!may.change) return columns;
  return [
    ...columns,
    {
      key: "actions",
      label: "Actions",
      isFixed: true,
      isHeadHidden: true,
      className: "text-end",
      cell: (member) => (
        <MemberActions
          organizationId={organizationId}
          member={member}
          isSelf={member.id === selfId}
          mayRemove={may.remove}
        />
      ),
    },
  ];
}
