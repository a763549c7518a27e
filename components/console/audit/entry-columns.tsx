import Link from "next/link";
import { listHref, type ListAddress } from "@/components/ui/list-address";
import type { Column } from "@/components/ui/data-table";
import { MomentText } from "@/components/ui/time";
import type { AuditEntry } from "@/lib/access/audit/schema";
import { actionText, subjectPath } from "./action-words";

const ACTOR_TYPES: Record<string, string> = {
  AuthorizationToken: "authorization token",
  OAuthApplication: "OAuth application",
  LearningToken: "learning token",
  LearningApp: "learning app",
  System: "system",
};

const LINK = "inline-flex min-h-6 items-center text-ink no-underline hover:text-accent hover:underline";

function ActionCell({ home, entry: { action, subject_id: id } }: { home: string; entry: AuditEntry }) {
  const text = actionText(action);
  const path = subjectPath(action, id);
  return (
    <>
      {path ? (
        <Link href={home + path} className={LINK}>
          {text}
        </Link>
      ) : (
        text
      )}
      <p className="font-mono text-2xs wrap-anywhere text-ink-faint">{id}</p>
    </>
  );
}

function ActorType({ type }: Pick<AuditEntry["actor"], "type">) {
  const label = ACTOR_TYPES[type];
  return label ? <p className="text-2xs text-ink-faint">{label}</p> : null;
}

/** The columns of the audit log. */
export const entryColumns = (home: string, list: ListAddress): Column<AuditEntry>[] => [
  {
    key: "who",
    label: "Actor",
    isFixed: true,
    className: "align-top",
    cell: ({ actor, occurred_at: at }) => (
      <>
        <Link
          href={listHref(list, { actor_id: actor.id })}
          className={`${LINK} font-medium wrap-anywhere`}
          title={`Show only entries by ${actor.name}`}
        >
          {actor.name || "Unnamed"}
        </Link>
        <ActorType type={actor.type} />
        <p className="text-2xs text-ink-faint sm:hidden">
          <MomentText value={at} />
        </p>
      </>
    ),
  },
  {
    key: "what",
    label: "Action",
    isFixed: true,
    className: "align-top",
    cell: (entry) => <ActionCell home={home} entry={entry} />,
  },
  {
    key: "when",
    label: "Time",
    from: "sm",
    className: "text-ink-soft whitespace-nowrap align-top",
    sort: { name: "occurred_at", first: "desc" },
    cell: ({ occurred_at: at }) => <MomentText value={at} />,
  },
  {
    key: "address",
    label: "IP address",
    from: "md",
    className: "align-top font-mono text-2xs text-ink-soft",
    cell: ({ address }) => address ?? "–",
  },
  {
    key: "browser",
    label: "Browser",
    from: "lg",
    className: "align-top text-2xs text-ink-soft",
    cell: ({ browser }) => browser ?? "–",
  },
  {
    key: "request",
    label: "Request ID",
    from: "xl",
    className: "align-top font-mono text-2xs text-ink-faint wrap-anywhere",
    cell: ({ request_id: id }) => id ?? "–",
  },
];
