import type { Access, Caller } from "./caller";
import { forbidden } from "@/lib/kernel/errors";
import { isScope, SCOPE_NAMES, type Scope } from "./choices";

/** The rights of a credential: kinds of access, within each of its scopes. */
export type Rights = Pick<Caller, "scopes" | "access">;
type Scopes = Rights["scopes"];

const ACCESS_KINDS = ["read", "write", "delete"] as const;

export const FULL_ACCESS: Access = { read: true, write: true, delete: true };

/** The rights of an administrator's session. */
export const ALL_RIGHTS: Rights = { scopes: "all", access: FULL_ACCESS };

const hasScope = (scopes: Scopes, scope: Scope): boolean => scopes === "all" || scopes.has(scope);

/** Checks whether these rights include this kind of access within this scope. */
export const allows = ({ scopes, access }: Rights, scope: Scope, kind: keyof Access): boolean =>
  access[kind] && hasScope(scopes, scope);

/** Lists the kinds of access and the scopes that `needed` has and `granted` does not. */
function missingRights(granted: Rights, needed: Rights): string[] {
  const names = needed.scopes === "all" ? SCOPE_NAMES : [...needed.scopes];
  return [
    ...ACCESS_KINDS.filter((kind) => needed.access[kind] && !granted.access[kind]),
    ...names.filter((scope) => !hasScope(granted.scopes, scope)).map((scope) => `the scope ${scope}`),
  ];
}

/**
 * Checks whether `granted` includes everything in `needed`. Naming every scope equals `all`, because no others exist
 * today.
 */
export const covers = (granted: Rights, needed: Rights): boolean =>
  missingRights(granted, needed).length === 0;

/** Returns the rights that both include. */
export function intersectRights(one: Rights, other: Rights): Rights {
  const { read, write, delete: remove } = one.access;
  const { scopes } = other;
  return {
    scopes: one.scopes === "all" ? scopes : new Set([...one.scopes].filter((name) => hasScope(scopes, name))),
    access: {
      read: read && other.access.read,
      write: write && other.access.write,
      delete: remove && other.access.delete,
    },
  };
}

/**
 * Throws 403 unless the caller has all the needed rights, so that no caller grants more than they have. Everything
 * that creates, changes or shows a credential uses this check.
 */
export function requireRights(caller: Rights, needed: Rights, action: string, code?: string): void {
  const missing = missingRights(caller, needed);
  if (missing.length === 0) return;
  throw forbidden(`${action} needs permissions that you do not have: ${missing.join(", ")}.`, code);
}

/** Returns the scopes that a body names, with null for all of them. Returns `otherwise` when it names none. */
export function requestedScopes(requested: readonly Scope[] | null | undefined, fallback: Scopes): Scopes {
  if (requested === undefined) return fallback;
  return requested === null ? "all" : new Set(requested);
}

/** The stored value of a credential that has every scope, including those of later versions. */
const EVERY_SCOPE = "all";

/** Encodes scopes for their column. */
export const encodeScopes = (scopes: Scopes): string[] => (scopes === "all" ? [EVERY_SCOPE] : [...scopes]);

/** Decodes the scopes of a column. */
export const decodeScopes = (stored: readonly string[]): Scopes =>
  stored.includes(EVERY_SCOPE) ? "all" : new Set(stored.filter(isScope));

/**
 * Returns the column values that occur only in credentials with scopes beyond these. Empty when these are all scopes.
 */
export function encodedScopesBeyond(scopes: Scopes): string[] {
  const missing = SCOPE_NAMES.filter((name) => !hasScope(scopes, name));
  return missing.length === 0 ? [] : [EVERY_SCOPE, ...missing];
}

/** Presents scopes, with null for all of them. */
export const presentScopes = (scopes: Scopes): Scope[] | null => (scopes === "all" ? null : [...scopes]);
