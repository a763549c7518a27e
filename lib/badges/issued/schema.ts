import { z } from "zod";
import { BadgeTemplate } from "@/lib/badges/templates/schema";
import {
  calendarDate,
  emailAddress,
  falseText,
  givenOwnId,
  ownId,
  flag,
  expirationInstant,
  instant,
  line,
  name,
  nullable,
  optional,
  optionalNotNull,
  text,
  timestamp,
  webAddress,
  zero,
} from "@/lib/kernel/fields";
import { LOCALES } from "@/lib/kernel/locales";
import { BadgeUser } from "@/lib/identity/users/schema";
import { BADGE_STATES } from "@/lib/organizations/badge-facts/choices";
import type { Prisma } from "@/prisma/generated/client";

/** What a result of a badge is (Open Badges 3.0, "ResultType Enumeration"), of those that rules measure. */
const RESULT_TYPES = ["LetterGrade", "RawScore", "Status", "Result"] as const;

/**
 * What the earner reached, as a rule of the learning edition measured it when it awarded the badge. `value` is a letter,
 * points, `Completed` or `Incomplete` (`Status`), `Pass` or `Fail` (`Result`). `required_value` is the least that the rule
 * required, null when it required no least value.
 */
export const BadgeResult = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    type: z.enum(RESULT_TYPES),
    value: z.string(),
    required_value: nullable(),
  })
  .meta({ id: "BadgeResult" });
export type BadgeResult = z.infer<typeof BadgeResult>;

/** Returns the results column, JSON that only this domain writes. Most badges have no results. */
export const badgeResults = ({ results }: { results: Prisma.JsonValue }): BadgeResult[] =>
  (results ?? []) as BadgeResult[];

export const DUPLICATE_BEHAVIORS = ["replace", "allow", "deny"] as const;

const evidenceId = { id: z.uuid() };
export const Evidence = z
  .discriminatedUnion("type", [
    z.strictObject({
      ...evidenceId,
      type: z.literal("KeyValueGroupEvidence"),
      name: z.string(),
      values: z.array(z.strictObject({ key: z.string(), value: z.string(), url: nullable() })),
    }),
    z.strictObject({
      ...evidenceId,
      type: z.literal("PlainTextEvidence"),
      title: z.string(),
      description: z.string(),
    }),
    z.strictObject({
      ...evidenceId,
      type: z.literal("UrlEvidence"),
      value: z.string(),
      name: z.string(),
      description: nullable(),
    }),
    z.strictObject({
      ...evidenceId,
      type: z.literal("IdEvidence"),
      title: z.string(),
      description: z.string(),
    }),
  ])
  .meta({ id: "Evidence" });
export type Evidence = z.infer<typeof Evidence>;

const requiredText = () => text().min(1, "can't be blank");

export const EvidenceInput = z
  .discriminatedUnion("type", [
    z.object({
      type: z.literal("KeyValueGroupEvidence"),
      name: name(),
      values: z
        .array(
          z.object({
            type: z.literal("KeyValuePairEvidence").optional(),
            key: name(),
            value: text(),
            url: optional(webAddress()),
          }),
        )
        .min(1)
        .max(50),
    }),
    z.object({ type: z.literal("PlainTextEvidence"), title: name(), description: requiredText() }),
    z.object({
      type: z.literal("UrlEvidence"),
      value: webAddress(),
      name: name(),
      description: optional(text()),
    }),
    z.object({ type: z.literal("IdEvidence"), title: name(), description: requiredText() }),
  ])
  .meta({ id: "EvidenceInput" });
export type EvidenceInput = z.infer<typeof EvidenceInput>;

const BadgeOrganization = z.strictObject({
  type: z.literal("Organization"),
  id: z.uuid(),
  name: z.string(),
  url: z.string(),
  vanity_url: z.string(),
  internationalize_badge_templates: z.boolean(),
  share_to_ziprecruiter: z.boolean(),
  twitter_url: nullable(),
  verified: z.boolean(),
});

export const IssuedBadge = z
  .strictObject({
    id: z.uuid(),
    state: z.enum(BADGE_STATES),
    user: BadgeUser,
    created_by: BadgeOrganization,
    issuer: z.strictObject({
      summary: z.string(),
      entities: z.array(
        z.strictObject({ label: z.string(), primary: z.boolean(), entity: BadgeOrganization }),
      ),
    }),
    printing_enabled: z.boolean(),
    print_method: nullable(),
    badge_template: BadgeTemplate,
    issued_to: z.string(),
    issued_to_first_name: nullable(),
    issued_to_middle_name: nullable(),
    issued_to_last_name: nullable(),
    issuer_earner_id: nullable(),
    locale: z.enum(LOCALES),
    public: z.boolean(),
    translate_metadata: z.boolean(),
    replacement_badge_id: z.uuid().nullable(),
    replaces_badge_id: z.uuid().nullable(),
    revocation_reason: nullable(),
    suppress_badge_notification_email: z.boolean(),
    recipient_email: z.string(),
    country: nullable(),
    country_code: nullable(),
    state_or_province: nullable(),
    created_at: timestamp(),
    updated_at: timestamp(),
    issued_at: timestamp(),
    issued_at_date: calendarDate(),
    expires_at: timestamp().nullable(),
    expires_at_date: calendarDate().nullable(),
    state_updated_at: timestamp(),
    completed_pathway_id: z.uuid().nullable(),
    is_private_badge: z.boolean(),
    image: z.strictObject({ id: z.string(), url: z.string() }),
    image_url: z.string(),
    alignments: z.array(z.strictObject({ name: z.string(), description: nullable() })),
    evidence: z.array(Evidence),
    /** Additional key. Empty unless a rule of the learning edition awarded the badge with its results. */
    results: z.array(BadgeResult),
    badge_url: z.string(),
    accept_badge_url: z.string().optional(),
    issuer_earner_group: z.strictObject({ external_id: z.string(), name: z.string() }).optional(),
  })
  .meta({ id: "IssuedBadge" });
export type IssuedBadge = z.infer<typeof IssuedBadge>;
export type WalletBadge = IssuedBadge & { is_test: boolean };

/** `false` means never. Absent, null and empty take the template's default. Otherwise a date-time. */
const expiresAt = () =>
  optional(
    z.union([z.literal(false), falseText(), zero(), expirationInstant()], {
      error: "must be a date-time, or false for never",
    }),
  );

const recipientFields = {
  issued_to: optional(name()),
  issued_to_middle_name: optional(line()),
  issuer_earner_id: optional(ownId()),
  country_name: optional(line()),
  state_or_province: optional(line()),
  expires_at: expiresAt(),
  evidence: optionalNotNull(z.array(EvidenceInput).max(50)),
};

/** A missing or malformed template id gets a message that clients match, so it is validated later. */
const badgeTemplateId = () => optional(z.string().trim().max(100));

const badgeFields = {
  ...recipientFields,
  badge_template_id: badgeTemplateId(),
  locale: optional(z.enum(LOCALES)),
  suppress_badge_notification_email: optionalNotNull(flag()),
  issuer_earner_group: optional(z.object({ external_id: givenOwnId(), name: name() })),
};

export const IssueInput = z
  .object({
    ...badgeFields,
    recipient_email: emailAddress(),
    issued_to_first_name: name(),
    issued_to_last_name: name(),
    issued_at: instant(),
    duplicate_behavior: optional(z.enum(DUPLICATE_BEHAVIORS)),
  })
  .meta({ id: "IssueInput" });
export type IssueInput = z.infer<typeof IssueInput>;

/** A replacement has a template and a date of issue. Everything else is optional, the recipient too. */
export const ReplaceInput = z
  .object({
    ...badgeFields,
    recipient_email: optional(emailAddress()),
    issued_to_first_name: optional(name()),
    issued_to_last_name: optional(name()),
    issued_at: instant(),
    notification_message: optional(text()),
    duplicate_behavior: optional(z.enum(["allow", "deny"])),
  })
  .meta({ id: "ReplaceInput" });
export type ReplaceInput = z.infer<typeof ReplaceInput>;

export const RevokeInput = z
  .object({
    reason: text().trim().min(1, "can't be blank"),
    suppress_revoke_notification_email: optionalNotNull(flag()),
  })
  .meta({ id: "RevokeInput" });
export type RevokeInput = z.infer<typeof RevokeInput>;

/** The corrected address of a pending badge. */
export const RecipientInput = z.object({ recipient_email: emailAddress() }).meta({ id: "RecipientInput" });
export type RecipientInput = z.infer<typeof RecipientInput>;

const MAX_BATCH_ITEMS = 1_000;

/** Each item is validated separately by `IssueInput`, so that an invalid one does not reject the others. */
export const BatchInput = z
  .object({
    badges: z
      .array(z.unknown().meta({ description: "A badge as POST …/badges takes it (`IssueInput`)." }))
      .max(MAX_BATCH_ITEMS, `takes at most ${MAX_BATCH_ITEMS} items`),
  })
  .meta({ id: "BatchInput" });
export type BatchInput = z.infer<typeof BatchInput>;

/** The result of an item: the badge (201), or its error (422), in the same form as in a response of its own. */
export const BatchResult = z
  .strictObject({
    index: z.int().min(0),
    status: z.union([z.literal(201), z.literal(422)]),
    badge: IssuedBadge.optional(),
    error: z
      .strictObject({
        message: z.string(),
        code: z.string(),
        errors: z.array(z.strictObject({ field: z.string(), code: z.string(), message: z.string() })),
      })
      .optional(),
  })
  .meta({ id: "BatchResult" });
export type BatchResult = z.infer<typeof BatchResult>;

/** The answer of an earner on the page of an accept link. */
export const LinkDecisionInput = z.object({ token: z.string().max(200), private: optionalNotNull(flag()) });
export type LinkDecisionInput = z.infer<typeof LinkDecisionInput>;

/** The body of accepting a badge in the earner's own list. */
export const EarnerAnswerInput = z
  .object({ private: optionalNotNull(flag()) })
  .meta({ id: "EarnerAnswerInput" });
export type EarnerAnswerInput = z.infer<typeof EarnerAnswerInput>;

/** The fields of a badge that its earner may change. */
export const EarnerBadgeInput = z.object({ public: flag() }).meta({ id: "EarnerBadgeInput" });
export type EarnerBadgeInput = z.infer<typeof EarnerBadgeInput>;
