import type { Access, Caller } from "./caller";
import { forbidden } from "@/lib/kernel/errors";
import { isScope, SCOPE_NAMES, type Scope } from "./choices";

/** What a credential may do: each of its kinds of access, within each of its scopes. */
export type Rights = Pick<Caller, "scopes" | "access">;
type Scopes = Rights["scopes"];

const KINDS = ["read", "write", "delete"] as const;

export const FULL_ACCESS: Access = { read: true, write: true, delete: true };

/** What an administrator's session may do. */
export const ALL_RIGHTS: Rights = { scopes: "all", access: FULL_ACCESS };

const hasScope = (scopes: Scopes, scope: Scope): boolean => scopes === "all" || scopes.has(scope);

/** Whether these rights admit this kind of access within this scope. */
export const allows = ({ scopes, access }: Rights, scope: Scope, kind: keyof Access): boolean =>
  access[kind] && hasScope(scopes, scope);

/** The kinds of access and the scopes that `needed` has and `held` lacks. */
function lackOf(held: Rights, needed: Rights): string[] {
  const names = needed.scopes === "all" ? SCOPE_NAMES : [...needed.scopes];
  return [
    ...KINDS.filter((kind) => needed.access[kind] && !held.access[kind]),
    ...names.filter((scope) => !hasScope(held.scopes, scope)).map((scope) => `the scope ${scope}`),
  ];
}

/**
 * Whether `held` admits everything that `needed` does. All scopes by name are as good as `all`: today there are no
 * others.
 */
export const covers = (held: Rights, needed: Rights): boolean => lackOf(held, needed).length === 0;

/** What both admit. */
export function intersect(one: Rights, other: Rights): Rights {
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
 * 403 unless the caller may do everything that something may: nobody hands out more than they have. This is the one
 * check of everything that creates, changes or shows a credential.
 */
export function requireCovers(caller: Rights, needed: Rights, act: string, code?: string): void {
  const lack = lackOf(caller, needed);
  if (lack.length === 0) return;
  throw forbidden(`${act} takes permissions that you lack: ${lack.join(", ")}.`, code);
}

/** The scopes that a body asks for, null for all; `otherwise` when it names none. */
export function wantedScopes(given: readonly Scope[] | null | undefined, otherwise: Scopes): Scopes {
  if (given === undefined) return otherwise;
  return given === null ? "all" : new Set(given);
}

/** The mark in the database of a credential that has every scope, those of later versions too. */
const EVERY = "all";

/** Scopes as a column keeps them. */
export const storedScopes = (scopes: Scopes): string[] => (scopes === "all" ? [EVERY] : [...scopes]);

/** The scopes of a column. */
export const readScopes = (stored: readonly string[]): Scopes =>
  stored.includes(EVERY) ? "all" : new Set(stored.filter(isScope));

/** What a column holds only for credentials whose scopes go beyond these; nothing when these are all. */
export function storedBeyond(scopes: Scopes): string[] {
  const missing = SCOPE_NAMES.filter((name) => !hasScope(scopes, name));
  return missing.length === 0 ? [] : [EVERY, ...missing];
}

/** Scopes on the wire: null for all of them. */
export const presentScopes = (scopes: Scopes): Scope[] | null => (scopes === "all" ? null : [...scopes]);
