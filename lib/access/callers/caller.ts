import type { Scope } from "./choices";

export type Access = { read: boolean; write: boolean; delete: boolean };

export type Actor = {
  type:
    | "AuthorizationToken"
    | "OAuthApplication"
    | "LearningToken"
    | "LearningApp"
    | "WalletApplication"
    | "User"
    | "System";
  id: string;
  /** For an application only, because its id is a number. */
  uuid?: string;
  name: string;
};

/** A signed-in person acting for themselves, regardless of their memberships. */
export type Earner = {
  userId: string;
  actor: Actor;
  /** When they signed in. Null when unknown. */
  signedInAt?: Date | null;
};

/**
 * The caller of each kind: one that acts in an organization (a token, an application, a member), or a person acting
 * for themselves.
 */
export type CallerByKind = { member: Caller; earner: Earner };
export type CallerKind = keyof CallerByKind;

/** The authenticated caller in an organization: an authorization token, an OAuth application or a signed-in member. */
export type Caller = {
  /** The organization of the request. Every query filters by it. */
  organizationId: string;
  /** All organizations this credential belongs to (more than one only for a person). */
  organizationIds: string[];
  scopes: "all" | ReadonlySet<Scope>;
  access: Access;
  actor: Actor;
  /** Digest of the presented authorization token. A rotation compares it with the stored one. */
  presentedDigest?: Uint8Array<ArrayBuffer>;
};

/** The organization and actor of a change, for any kind of caller. */
export type Author = { organizationId: string; actor: Actor };

/** Identifies the credential of a caller to `readFromReplica` (lib/kernel/replica.ts). */
export const credentialKey = ({ actor }: { actor: Actor }): string => `${actor.type}:${actor.id}`;
