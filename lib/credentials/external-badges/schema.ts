import { z } from "zod";
import {
  calendarDate,
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
} from "@/lib/kernel/fields";

/** The largest number of external badges in one wallet. */
export const MAX_EXTERNAL_BADGES = 1_000;
/** 10 MiB as base64, with a small margin. */
const MAX_IMAGE_LENGTH = 14_000_000;
const MAX_ASSERTION_LENGTH = 1_048_576;
const MAX_SKILLS = 50;

const common = {
  badge_name: z.string(),
  badge_description: nullable(),
  issuer_name: nullable(),
  issued_at_date: calendarDate().nullable(),
  expires_at_date: calendarDate().nullable(),
  badge_url: nullable(),
  badge_id: nullable(),
  credly_record_id: z.uuid(),
  refreshed_at: timestamp(),
  skills: z.array(z.strictObject({ name: z.string() })),
  verification_status: z.strictObject({ verified: z.boolean() }),
  image_url: nullable(),
};

const openBadge = {
  type: z.literal("OpenBadge"),
  ...common,
  badge_criteria: z.strictObject({ id: nullable(), narrative: nullable() }),
  issued_at: timestamp().nullable(),
  expires_at: timestamp().nullable(),
  credential_number: nullable(),
  badge_version: nullable(),
};

const emulatedBadge = {
  type: z.literal("EmulatedBadge"),
  ...common,
  recipient_name: nullable(),
  ai_influence: z.strictObject({ ai_influenced: z.boolean() }),
};

/** An external badge as employers see it (specification, "Employee external badge"). */
const ExternalBadge = z
  .discriminatedUnion("type", [z.strictObject(openBadge), z.strictObject(emulatedBadge)])
  .meta({ id: "ExternalBadge" });
export type ExternalBadge = z.infer<typeof ExternalBadge>;

export const EmployeeExternalBadge = z
  .strictObject({
    employee: z.strictObject({ id: z.uuid(), external_id: nullable() }),
    external_badge: ExternalBadge,
  })
  .meta({ id: "EmployeeExternalBadge" });
export type EmployeeExternalBadge = z.infer<typeof EmployeeExternalBadge>;

const ownerFields = {
  id: z.uuid(),
  public: z.boolean(),
  revoked: z.boolean(),
  created_at: timestamp(),
};

/** An external badge as its earner sees it. */
export const EarnerExternalBadge = z
  .discriminatedUnion("type", [
    z.strictObject({ ...ownerFields, ...openBadge }),
    z.strictObject({ ...ownerFields, ...emulatedBadge }),
  ])
  .meta({ id: "EarnerExternalBadge" });
export type EarnerExternalBadge = z.infer<typeof EarnerExternalBadge>;

const skill = z.union([name(), z.object({ name: name() }).transform(({ name: word }) => word)], {
  error: "must be a name, or {name}",
});

const EmulatedBadgeInput = z
  .object({
    badge_name: name(),
    badge_description: optional(text()),
    /** Used as `badge_description`, which has precedence when both are given. */
    description: optional(text()),
    issuer_name: name(),
    recipient_name: optional(line()),
    skills: optionalNotNull(z.array(skill).max(MAX_SKILLS)),
    issued_at_date: optional(instant()),
    expires_at_date: optional(expirationInstant()),
    badge_url: optional(webAddress()),
    badge_id: optional(line()),
    image: optional(
      z.union([z.object({ remote_upload_url: webAddress() }), z.string().max(MAX_IMAGE_LENGTH)], {
        error: "must be {remote_upload_url}, a data URL or base64 text",
      }),
    ),
    ai_influence: optional(z.object({ ai_influenced: flag() })),
  })
  .refine(
    ({ issued_at_date: issued, expires_at_date: expires }) =>
      !issued || !expires || expires.date >= issued.date,
    { path: ["expires_at_date"], error: "must not be before issued_at_date" },
  );
export type EmulatedBadgeInput = z.infer<typeof EmulatedBadgeInput>;

const SOURCES = ["url", "assertion", "image", "badge"] as const;

/** A badge of another service, in one of four forms. */
export const ExternalBadgeInput = z
  .object({
    /** URL of a hosted assertion, of a page that links to one, or of a baked image. */
    url: optional(webAddress()),
    assertion: optional(
      z.union([z.record(z.string(), z.unknown()), z.string().max(MAX_ASSERTION_LENGTH)], {
        error: "must be an assertion, or its text",
      }),
    ),
    /** A baked PNG as data URL or base64. */
    image: optional(z.string().max(MAX_IMAGE_LENGTH)),
    /** Typed in by the earner. */
    badge: optional(EmulatedBadgeInput),
  })
  .refine(
    (given) => SOURCES.filter((source) => given[source] !== null && given[source] !== undefined).length === 1,
    {
      error: "takes exactly one of url, assertion, image and badge",
    },
  )
  .meta({ id: "ExternalBadgeInput" });
export type ExternalBadgeInput = z.infer<typeof ExternalBadgeInput>;

/** The request of a form that adds a badge by its address. The API accepts it as `ExternalBadgeInput`. */
export const ExternalAddressInput = z.object({ url: webAddress() });

/** The changes that an earner can make to an external badge. */
export const ExternalBadgeChange = z.object({ public: flag() }).meta({ id: "ExternalBadgeChange" });
export type ExternalBadgeChange = z.infer<typeof ExternalBadgeChange>;
