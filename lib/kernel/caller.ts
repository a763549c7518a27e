import type { Scope } from "./scopes";

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

/** What a token of the learning edition is for: the app's owner, an integration, a learner who came from the LMS. */
export type LearningTokenKind = "owner" | "integration" | "learner";

/** Who asks in the learning edition. `organizationId` is that of the data, which every query carries. */
export type LearningCaller = {
  organizationId: string;
  /** The app that holds the token. */
  appId: string;
  kind: LearningTokenKind;
  /** Whose token it is: `token_owner` of each answer. */
  userId: string;
  /** The integrations that the token works on; an owner's works on all of its app, and names none. */
  integrationIds: number[];
  /** The session version of the account that signed in for the token; null or absent when nobody did. */
  sessionVersion?: number | null;
  /** The LMS user of a learner's token; null or absent for every other token. */
  identityId?: string | null;
  actor: Actor;
};

/** An integration (course) of an LMS. */
export type Integration = {
  id: number;
  organizationId: string;
  appId: string;
  courseId: string;
  name: string;
};

/** A caller that named one of its integrations, as most of the learning edition asks for. */
export type IntegrationCaller = LearningCaller & { integration: Integration };

/** What a change needs to know of who made it, whatever kind of caller that is. */
export type Author = { organizationId: string; actor: Actor };
