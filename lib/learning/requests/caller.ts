import type { Actor } from "@/lib/access/callers/caller";

/**
 * The kinds of learning-edition tokens: for an app's owner, for an integration, for a learner who came from the LMS.
 */
export type LearningTokenKind = "owner" | "integration" | "learner";

/** The caller in the learning edition. `organizationId` is the organization whose data every query is limited to. */
export type LearningCaller = {
  organizationId: string;
  /** The app of the token. */
  appId: string;
  kind: LearningTokenKind;
  /** The user of the token: `token_owner` of each response. */
  userId: string;
  /** The integrations that the token can use. Empty for an owner's token, which can use all of its app. */
  integrationIds: number[];
  /** The session version of the account that signed in for the token; null or absent when no one signed in. */
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

/** What identifies an integration of an organization. */
export type IntegrationKey = Pick<Integration, "organizationId" | "id">;

/** A caller and the integration that the request names, as most of the learning edition requires. */
export type IntegrationCaller = LearningCaller & { integration: Integration };
