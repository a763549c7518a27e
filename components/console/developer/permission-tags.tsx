import { Tag } from "@/components/ui/tag";
import type { Scope } from "@/lib/access/callers/choices";

/** What a form says of each kind of access. */
export const PERMISSIONS = [
  { kind: "read", label: "Read", hint: "GET: lists, badges, templates, events" },
  { kind: "write", label: "Write", hint: "POST and PUT: issue, make, change" },
  { kind: "delete", label: "Delete", hint: "DELETE: remove for good" },
] as const;

type Access = Record<(typeof PERMISSIONS)[number]["kind"], boolean>;

/** The kinds of access of a credential. */
export function PermissionTags({ access }: { access: Access }) {
  const granted = PERMISSIONS.filter(({ kind }) => access[kind]);
  return (
    <span className="inline-flex flex-wrap gap-1">
      {granted.length > 0 ? granted.map(({ kind, label }) => <Tag key={kind}>{label}</Tag>) : "None"}
    </span>
  );
}

/** Scopes in words. */
export const ScopeText = ({ scopes }: { scopes: readonly Scope[] | null }) =>
  scopes === null ? "All scopes" : <span className="font-mono text-[0.8125rem]">{scopes.join(", ")}</span>;

type PermissionsProps = { access: Access; scopes: readonly Scope[] | null };

/** What a credential may do, in a cell of a list. */
export const Permissions = ({ access, scopes }: PermissionsProps) => (
  <>
    <PermissionTags access={access} />
    <span className="block max-w-xs text-[0.8125rem] wrap-anywhere text-ink-faint">
      <ScopeText scopes={scopes} />
    </span>
  </>
);
