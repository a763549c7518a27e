import { Tag } from "@/components/ui/tag";
import type { Scope } from "@/lib/access/callers/choices";

/** The kinds of access, as forms show them. */
export const PERMISSIONS = [
  { kind: "read", label: "Read", hint: "View badges, templates and other data (GET)" },
  { kind: "write", label: "Write", hint: "Issue, create and change (POST, PUT)" },
  { kind: "delete", label: "Delete", hint: "Delete permanently (DELETE)" },
] as const;

type Access = Record<(typeof PERMISSIONS)[number]["kind"], boolean>;

/** The permissions of a credential as tags. */
export function PermissionTags({ access }: { access: Access }) {
  const granted = PERMISSIONS.filter(({ kind }) => access[kind]);
  return (
    <span className="inline-flex flex-wrap gap-1">
      {granted.length > 0 ? granted.map(({ kind, label }) => <Tag key={kind}>{label}</Tag>) : "None"}
    </span>
  );
}

/** Scopes as text. */
export const ScopeText = ({ scopes }: { scopes: readonly Scope[] | null }) =>
  scopes === null ? "All scopes" : <span className="font-mono text-[0.8125rem]">{scopes.join(", ")}</span>;

type PermissionsProps = { access: Access; scopes: readonly Scope[] | null };

/** Permissions and scopes of a credential in a table cell. */
export const Permissions = ({ access, scopes }: PermissionsProps) => (
  <>
    <PermissionTags access={access} />
    <span className="block max-w-xs text-[0.8125rem] wrap-anywhere text-ink-faint">
      <ScopeText scopes={scopes} />
    </span>
  </>
);
