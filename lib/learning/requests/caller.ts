import type { Actor } from "@/lib/access/callers/caller";

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
