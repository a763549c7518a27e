import { z } from "zod";
import { flag, id, number, orNull, record, text, textOrNull, texts, time } from "./fields";

/** An LMS with its key, without its secret. */
export const LearningApp = record("learning_app", {
  id: id(),
  name: text(),
  consumer_key: text(),
  enterprise: flag(),
  registered_origins_only: flag(),
  /** Null if the account was deleted. */
  owner_id: orNull(id()),
  created_at: time(),
  updated_at: time(),
  last_used_at: orNull(time()),
  last_successfully_used_at: orNull(time()),
});

/** The account of a user of an LMS. */
export const LearningIdentity = record("learning_identity", {
  id: id(),
  app_id: id(),
  lti_user_id: text(),
  user_id: id(),
  created_at: time(),
  connected_at: orNull(time()),
});

/** A course of an LMS. */
export const LearningIntegration = record("learning_integration", {
  id: number(),
  app_id: id(),
  course_id: text(),
  name: text(),
  launch_origins: texts(),
  created_at: time(),
});

export const LearningStudent = record("learning_student", {
  id: number(),
  integration_id: number(),
  extern_id: text(),
  first: text(),
  last: text(),
  email: text(),
  created_at: time(),
});

export const LearningGradable = record("learning_gradable", {
  id: number(),
  integration_id: number(),
  extern_id: text(),
  name: text(),
  callback: z.enum(["letterGrade", "points", "complete", "pass"]),
  min_pass_requirement: text(),
  /** Null if the account was deleted. */
  creator_id: orNull(id()),
  created_at: time(),
});

export const LearningGrade = record("learning_grade", {
  id: number(),
  integration_id: number(),
  gradable_id: number(),
  student_id: number(),
  score: text(),
  rank: z.number(),
  completed_at: time(),
  created_at: time(),
});

/** A requirement of a rule. It has no id: a rule is written with all of them. */
const Requirement = z.strictObject({
  gradable_id: number(),
  position: number(),
  operator: z.enum(["gte", "gt", "eq", "lte", "lt"]),
  value: text(),
  rank: z.number(),
});
export type Requirement = z.infer<typeof Requirement>;

/** A rule with its requirements. */
export const LearningRule = record("learning_rule", {
  id: number(),
  integration_id: number(),
  badge_template_id: id(),
  name: textOrNull(),
  description: textOrNull(),
  includes_results: flag(),
  created_at: time(),
  requirements: z.array(Requirement),
});

/** A badge that a rule issued to a student. */
export const LearningAward = record("learning_award", {
  integration_id: number(),
  student_id: number(),
  badge_template_id: id(),
  badge_id: id(),
  created_at: time(),
});
