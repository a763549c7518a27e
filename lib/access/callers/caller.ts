import type { Scope } from "./choices";

export type Access = { read: boolean; write: boolean; delete: boolean };

export type Actor = {
  type: "AuthorizationToken" | "OAuthApplication" | "LearningToken" | "LearningApp" | "User" | "System";
  id: string;
  /** Of an application, whose id is a number. */
  uuid?: string;
  name: string;
};

/** A signed-in person who asks for themselves, whatever organizations they are a member of. */
export type Earner = {
  userId: string;
  actor: Actor;
  /** When they last showed who they are; null when the session does not tell. */
  signedInAt?: Date | null;
};

/** Who may ask: somebody of an organization (a token, an application, a member), or a person for themselves. */
export type Callers = { member: Caller; earner: Earner };
export type CallerKind = keyof Callers;

/** Who asks: the same shape for an authorization token, an OAuth application and a signed-in member. */
export type Caller = {
  /** The organization of the request; every query carries it. */
  organizationId: string;
  /** All organizations this credential belongs to (more than one only for a person). */
  organizationIds: string[];
  scopes: "all" | ReadonlySet<Scope>;
  access: Access;
  actor: Actor;
  /** Digest of the presented authorization token, by which a rotation knows that it still holds. */
  presentedDigest?: Uint8Array<ArrayBuffer>;
};

/** What a change needs to know of who made it, whatever kind of caller that is. */
export type Author = { organizationId: string; actor: Actor };
