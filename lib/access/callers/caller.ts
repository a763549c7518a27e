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

/** The identity provider that vouched for a person at the sign-in of a session. */
export type SignInProvider = {
  /** The organization that the provider belongs to. */
  organizationId: string;
  /** The verified domain of the address that it vouched for. */
  domain: string;
  /** The fingerprint of the certificate whose key signed the assertion. */
  certificate: string;
};

/** The session of a request. */
export type SessionFacts = {
  id: string;
  /** When the person last proved who they are: at the sign-in, or since. */
  provedAt: Date;
  /** Whether the person proved a second factor in this session. */
  hasSecondFactor: boolean;
  /** The organization whose provider vouched for it, and for which alone it counts. Null when it was proved here. */
  factorOrganizationId: string | null;
  /** The provider of an organization that the person signed in through. Null for every other sign-in. */
  provider: SignInProvider | null;
};

/** Whether the second factor of a session counts for an organization, or for the one that it is the test organization of. */
export const hasFactorFor = (
  { hasSecondFactor, factorOrganizationId }: SessionFacts,
  { id, testOfId }: { id: string; testOfId: string | null },
): boolean => hasSecondFactor && (factorOrganizationId === null || factorOrganizationId === (testOfId ?? id));

/** A signed-in person acting for themselves, regardless of their memberships. */
export type Earner = {
  userId: string;
  actor: Actor;
  /** Undefined outside of a session, such as for a wallet application. */
  session?: SessionFacts | undefined;
  /** Organizations of the person that this session must not use (`findMembershipBarrier`). */
  barredOrganizationIds?: readonly string[];
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
  /** The session of a member; undefined for other credentials. */
  session?: SessionFacts | undefined;
  /** Digest of the presented authorization token. A rotation compares it with the stored one. */
  presentedDigest?: Uint8Array<ArrayBuffer>;
};

/** The organization and actor of a change, for any kind of caller. */
export type Author = { organizationId: string; actor: Actor };

/** Identifies the credential of a caller to `readFromReplica` (lib/kernel/replica.ts). */
export const credentialKey = ({ actor }: { actor: Actor }): string => `${actor.type}:${actor.id}`;
