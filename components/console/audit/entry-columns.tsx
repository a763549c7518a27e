import Link from "next/link";
import { listHref, type ListAddress } from "@/components/ui/list/list-address";
import type { Column } from "@/components/ui/list/data-table";
import { MomentText } from "@/components/ui/time/moment";
import type { AuditEntry, FieldChange } from "@/lib/access/audit/schema";
import { actionText, subjectPath, subjectPlace } from "./action-words";
import { ChevronRight } from "lucide-react";

/** Changes that are shown without opening the list. */
const MAX_SHOWN = 3;

/** The name of a field of the API in words: `global_activity_url` is "Global activity URL". */
function fieldText(field: string): string {
  const words = field
    .replaceAll("_", " ")
    .replace(/\burl\b/g, "URL")
    .replace(/\bid\b/g, "ID");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const Value = ({ value }: { value: string | null }) =>
  value === null ? <span className="text-ink-faint">none</span> : value;

const Change = ({ change: { field, from, to } }: { change: FieldChange }) => (
  <li className="wrap-anywhere">
    <span className="font-medium">{fieldText(field)}</span>
    {from === null && to === null ? (
      " changed"
    ) : (
      <>
        : <Value value={from} /> <span aria-hidden="true">→</span>
        <span className="sr-only">changed to</span> <Value value={to} />
      </>
    )}
  </li>
);

const List = ({ changes }: { changes: FieldChange[] }) => (
  <ul className="mt-1 flex max-w-prose flex-col gap-0.5 text-[0.8125rem] text-ink-soft">
    {changes.map((change) => (
      <Change key={change.field} change={change} />
    ))}
  </ul>
);

/** The fields that an update changed, from what to what. */
function EntryChanges({ changes }: { changes: FieldChange[] }) {
  if (changes.length === 0) return null;
  if (changes.length <= MAX_SHOWN) return <List changes={changes} />;
  return (
    <details className="group mt-1">
      <summary className="inline-flex min-h-6 list-none items-center gap-1 text-[0.8125rem] text-ink-soft [&::-webkit-details-marker]:hidden">
        <ChevronRight className="size-3.5 transition-transform group-open:rotate-90" aria-hidden="true" />
        {changes.length} fields changed
      </summary>
      <List changes={changes} />
    </details>
  );
}

const ACTOR_TYPES: Record<string, string> = {
  AuthorizationToken: "authorization token",
  OAuthApplication: "OAuth application",
  LearningToken: "learning token",
  LearningApp: "learning app",
  System: "system",
};

const LINK = "inline-flex min-h-6 items-center text-ink no-underline hover:text-accent hover:underline";

/** An entry of the API, with the name that its subject has now. */
export type NamedAuditEntry = AuditEntry & { subject_name: string | null };

const SubjectName = ({ name, path }: { name: string; path: string | null }) =>
  path ? (
    <Link prefetch={false} href={path} className={`${LINK} wrap-anywhere`}>
      {name}
    </Link>
  ) : (
    <span className="wrap-anywhere">{name}</span>
  );

type SubjectProps = { home: string; list: ListAddress; entry: NamedAuditEntry };

/** What was changed: its name with a link to its page, and a link to all entries about it. */
function Subject({ home, list, entry }: SubjectProps) {
  const { action, subject_id: id, subject_name: name, changes } = entry;
  if (id === null) return null;
  const path = subjectPath(action, id);
  const label = name ?? (path ? subjectPlace(action) : null);
  return (
    <>
      {label ? <SubjectName name={label} path={path && home + path} /> : null}
      <Link
        prefetch={false}
        href={listHref(list, { subject_id: id })}
        title="Show only entries about this"
        className="flex min-h-6 items-center font-mono text-2xs wrap-anywhere text-ink-faint no-underline hover:underline"
      >
        {id}
      </Link>
      <EntryChanges changes={changes} />
    </>
  );
}

function ActorType({ type }: Pick<AuditEntry["actor"], "type">) {
  const label = ACTOR_TYPES[type];
  return label ? <p className="text-2xs text-ink-faint">{label}</p> : null;
}

/** An IPv4 address stays on one line. One of IPv6 is too long for that. */
const Address = ({ address }: { address: string | null }) => (
  <span className={address?.includes(":") ? "wrap-anywhere" : "whitespace-nowrap"}>{address ?? "–"}</span>
);

/** When and from where something was changed. */
const CIRCUMSTANCES: Column<NamedAuditEntry>[] = [
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
    cell: ({ address }) => <Address address={address} />,
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

/** The columns of the audit log. */
export const entryColumns = (home: string, list: ListAddress): Column<NamedAuditEntry>[] => [
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
    cell: (entry) => (
      <>
        {actionText(entry.action)}
        <div className="sm:hidden">
          <Subject home={home} list={list} entry={entry} />
        </div>
      </>
    ),
  },
  {
    key: "subject",
    label: "What was changed",
    from: "sm",
    className: "align-top",
    cell: (entry) => <Subject home={home} list={list} entry={entry} />,
  },
  ...CIRCUMSTANCES,
];
