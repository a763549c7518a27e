import { z } from "zod";
import { BadgeResult } from "@/lib/badges/issued/schema";
import { flag, nullable, timestamp } from "@/lib/kernel/fields";
import { idParameter } from "@/lib/learning/requests/parameters";

/** What the page inside the LMS shows to a learner: GET /v1.1/cle_launch, and the response of each action on it. */

/** The most entries of each list; the newest come first. */
export const MAX_LISTED = 100;

const badgeId = () => z.uuid({ error: "must be the ID of a badge" });

export const AcceptParameters = z.object({
  badge_id: badgeId(),
  private: flag().optional().meta({ description: "True: shown only to the learner and the issuer." }),
});
export type AcceptParameters = z.infer<typeof AcceptParameters>;

export const DeclineParameters = z.object({ badge_id: badgeId() });
export type DeclineParameters = z.infer<typeof DeclineParameters>;

export const ClaimParameters = z.object({ rule_id: idParameter() });
export type ClaimParameters = z.infer<typeof ClaimParameters>;

/** A badge of the learner, issued in this integration. */
export const LaunchBadge = z
  .strictObject({
    id: z.uuid(),
    state: z.enum(["pending", "accepted"]),
    name: z.string(),
    description: z.string(),
    image_url: z.string(),
    issuer_name: z.string(),
    issued_at: timestamp(),
    expires_at: timestamp().nullable(),
    is_expired: z.boolean(),
    is_not_yet_valid: z.boolean().meta({ description: "True before `issued_at`." }),
    is_test: z.boolean().meta({ description: "It was issued in test mode and proves nothing." }),
    results: z.array(BadgeResult).meta({ description: "What the badge says about its earner's grades." }),
    badge_url: nullable().meta({ description: "The public page. Null for pending and private badges." }),
  })
  .meta({ id: "LaunchBadge" });
export type LaunchBadge = z.infer<typeof LaunchBadge>;

const CALLBACKS = ["letterGrade", "points", "complete", "pass"] as const;
const OPERATORS = ["gte", "gt", "eq", "lte", "lt"] as const;

/** One requirement of a rule, and whether the learner meets it. */
export const LaunchRequirement = z
  .strictObject({
    grade_object_id: z.int(),
    gradable_name: z.string(),
    callback: z.enum(CALLBACKS),
    operator: z.enum(OPERATORS),
    value: z.string(),
    score: nullable().meta({ description: "The learner's grade. Null before there is one." }),
    is_met: z.boolean(),
  })
  .meta({ id: "LaunchRequirement" });
export type LaunchRequirement = z.infer<typeof LaunchRequirement>;

/**
 * A rule of the integration and its state for the learner: `open` while a requirement is not met, `claimable` when all
 * are met and no badge was issued yet, then `issued`, or `declined` when the learner rejected the badge.
 */
export const LaunchRule = z
  .strictObject({
    id: z.int(),
    name: z.string().meta({ description: "The name of its badge." }),
    desc: z.string(),
    has_own_desc: z.boolean().meta({ description: "False: `desc` is generated from the requirements." }),
    image_url: z.string(),
    issuer_name: z.string(),
    state: z.enum(["open", "claimable", "issued", "declined"]),
    requirements: z.array(LaunchRequirement),
  })
  .meta({ id: "LaunchRule" });
export type LaunchRule = z.infer<typeof LaunchRule>;

export const LaunchPage = z
  .strictObject({
    course_name: z.string(),
    organization_name: z.string(),
    primary_hex_color: nullable(),
    learner_name: nullable().meta({ description: "First name." }),
    launch_origins: z
      .array(z.string())
      .meta({ description: "Origins of the LMS, for messages to its page." }),
    badges: z.array(LaunchBadge).max(MAX_LISTED),
    rules: z.array(LaunchRule).max(MAX_LISTED),
  })
  .meta({ id: "Launch" });
export type LaunchPage = z.infer<typeof LaunchPage>;
