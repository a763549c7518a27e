import { z } from "zod";
import { line, nullable, optional, text, timestamp } from "@/lib/kernel/fields";
import { LTI_STATUSES } from "@/lib/learning/lti/schema";

/** Launches have a few thousand characters. A limit is needed because each check computes some hundred signatures. */
const MAX_LENGTH = 32_000;

export const LaunchCheckInput = z
  .object({
    raw: optional(text(MAX_LENGTH)).meta({
      description: "The whole HTTP request as text, instead of the fields below.",
    }),
    method: optional(line(20)).meta({ description: "Default: `POST`." }),
    url: optional(line(MAX_LENGTH)).meta({ description: "Address or path that the request was sent to." }),
    authorization: optional(line(MAX_LENGTH)).meta({ description: "Its `Authorization` header." }),
    content_type: optional(line()).meta({
      description: "Default: `application/x-www-form-urlencoded`.",
    }),
    body: optional(text(MAX_LENGTH)).meta({ description: "The body as it was sent, still encoded." }),
  })
  .refine(({ raw, url }) => Boolean(raw) || Boolean(url), {
    path: ["url"],
    message: "is required, unless the whole request is in raw",
  })
  .meta({ id: "LaunchCheckInput" });
export type LaunchCheckInput = z.infer<typeof LaunchCheckInput>;

/** The checks of a signed request, in this order. */
export const CHECK_STEPS = [
  "parse",
  "parameters",
  "key",
  "timestamp",
  "signature",
  "nonce",
  "launch",
] as const;
export type CheckStep = (typeof CHECK_STEPS)[number];

/** `not_checked`: a pasted request may have been accepted already, so the check ignores and stores no nonce. */
const CHECK_OUTCOMES = ["passed", "failed", "not_reached", "not_checked"] as const;
export type CheckOutcome = (typeof CHECK_OUTCOMES)[number];

const codes = Object.keys(LTI_STATUSES) as (keyof typeof LTI_STATUSES)[];

export const LaunchCheck = z
  .strictObject({
    accepted: z.boolean(),
    step: z
      .enum(CHECK_STEPS)
      .nullable()
      .meta({ description: "The check that refused it. Null when none did." }),
    code: z
      .enum(["NOT_FOUND", ...codes])
      .nullable()
      .meta({ description: "The error code that the sender gets." }),
    message: z.string(),
    checks: z.array(z.strictObject({ step: z.enum(CHECK_STEPS), outcome: z.enum(CHECK_OUTCOMES) })),
    hints: z.array(z.string()).meta({ description: "Probable mistakes, and what to do about them." }),
    method: z.string(),
    base_uri: z.string().meta({ description: "The address that is signed: `APP_URL` and the path." }),
    parameters: z
      .array(z.strictObject({ name: z.string(), value: z.string() }))
      .meta({ description: "The signed parameters, decoded, in the order in which they are signed." }),
    base_string: z.string(),
    hidden: z
      .array(z.string())
      .meta({ description: "Names whose values are hidden, because they are secrets." }),
    checked_at: timestamp(),
    signed_at: nullable().meta({ description: "The time in `oauth_timestamp`." }),
  })
  .meta({ id: "LaunchCheck" });
export type LaunchCheck = z.infer<typeof LaunchCheck>;
