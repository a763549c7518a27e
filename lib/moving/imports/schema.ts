import { z } from "zod";

/** The number of records of a kind, by result. */
export const KindCounts = z.strictObject({
  created: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  /** Not written before a person here allows it. Runs of earlier versions did not count them. */
  waiting: z.int().default(0),
});
export type KindCounts = z.infer<typeof KindCounts>;

/** A record that was not written, and why. */
export const Refusal = z.strictObject({
  line: z.int(),
  kind: z.string(),
  key: z.string(),
  reason: z.string(),
});
export type Refusal = z.infer<typeof Refusal>;

/** What a run has done so far, as it is stored. */
export const Progress = z.object({
  id: z.uuid(),
  position: z.int(),
  counts: z.record(z.string(), KindCounts),
  refusals: z.array(Refusal),
});
export type Progress = z.infer<typeof Progress>;

/** How many refusals are kept with their reasons. All are counted. */
export const MAX_REFUSALS = 1_000;

/** A moved OAuth application with its new secret. */
export type MovedApplication = { name: string; client_id: string; client_secret: string };

/** A moved learning app with its key, which can be another one, and its new secret. */
export type MovedLearningApp = { name: string; api_key: string; app_secret: string };

/** A new secret of what was created, and the id that it belongs to. */
export type NewSecret = {
  kind: "oauth_application" | "learning_app";
  name: string;
  id: string;
  secret: string;
};

/** The result of a run. */
export type MoveReport = {
  organization_id: string;
  dry_run: boolean;
  created: number;
  changed: number;
  unchanged: number;
  refused: number;
  /** Records that wait for a person here. The operator need not do anything about them. */
  waiting: number;
  kinds: Record<string, KindCounts>;
  refusals: Refusal[];
  /** The new secrets of the applications that this run created. */
  applications: MovedApplication[];
  /** The keys and new secrets of the learning apps that this run created. */
  learning_apps: MovedLearningApp[];
};

/** A file, an option or a source that cannot be moved in. */
export class MoveError extends Error {}

/** Another process works on the same source. */
export class SourceLocked extends MoveError {}
