import { z } from "zod";
import { templateUrl } from "@/lib/badge-templates/serializer";
import { imageUrl } from "@/lib/images/serializer";
import { calendarDate, nullable, timestamp } from "@/lib/kernel/fields";
import type { DisplayIssuerAs } from "@/prisma/generated/client";
import { BADGE_STATES } from "./schema";
import { badgePage, namedIssuers } from "./serializer";

/** The two formats of the bulk search (specification, "Bulk badge formats"). */
export const BULK_FORMATS = ["default", "minimal"] as const;
export type BulkFormat = (typeof BULK_FORMATS)[number];

const minimalFields = {
  id: z.uuid(),
  issued_to: z.string(),
  issued_to_first_name: nullable(),
  issued_to_middle_name: nullable(),
  issued_to_last_name: nullable(),
  issuer_earner_id: nullable(),
  locale: z.string(),
  public: z.boolean(),
  recipient_email: z.string(),
  state: z.enum(BADGE_STATES),
  badge_url: z.string(),
  updated_at: timestamp(),
  created_at: timestamp(),
  expires_at: timestamp().nullable(),
  issued_at: timestamp(),
  state_updated_at: timestamp(),
  user: z.strictObject({ id: z.uuid().nullable() }),
};

const MinimalBadge = z
  .strictObject({ ...minimalFields, badge_template: z.strictObject({ id: z.uuid(), name: z.string() }) })
  .meta({ id: "MinimalBulkBadge" });

const party = { type: z.literal("Organization"), id: z.uuid() };

const BulkBadgeTemplate = z.strictObject({
  id: z.uuid(),
  description: z.string(),
  global_activity_url: nullable(),
  name: z.string(),
  state: z.string(),
  public: z.boolean(),
  vanity_slug: z.string(),
  image: z.strictObject({ id: z.string(), url: z.string() }),
  image_url: z.string(),
  url: z.string(),
  owner: z.strictObject(party),
  state_updated_at: timestamp(),
  created_at: timestamp(),
  updated_at: timestamp(),
});

const DefaultBadge = z
  .strictObject({
    ...minimalFields,
    replacement_badge_id: z.uuid().nullable(),
    revocation_reason: nullable(),
    suppress_badge_notification_email: z.boolean(),
    issued_at_date: calendarDate(),
    expires_at_date: calendarDate().nullable(),
    badge_template: BulkBadgeTemplate,
    created_by: z.strictObject(party),
    issuer: z.strictObject({
      summary: z.string(),
      entities: z.array(
        z.strictObject({ label: z.string(), primary: z.boolean(), ...party, name: z.string() }),
      ),
    }),
  })
  .meta({ id: "BulkBadge" });

export const BulkBadge = z.union([DefaultBadge, MinimalBadge]);
type Minimal = z.infer<typeof MinimalBadge>;

type Spelled = "image" | "image_url" | "url" | "owner";
/** A template as the database spells it in JSON; of the minimal format only id and name are there. */
export type BulkTemplate = Omit<z.infer<typeof BulkBadgeTemplate>, Spelled> & {
  organization_id: string;
  organization_name: string;
  image_id: string;
};

/** A badge as the database spells it in JSON: names of the wire, and moments with an offset. */
export type BulkColumns = Omit<z.infer<typeof DefaultBadge>, "badge_url" | "user" | "badge_template"> & {
  badge_template_id: string;
  user_id: string | null;
  display_issuer_as: DisplayIssuerAs | null;
};

/** A badge of a walk; what many badges share is one object. */
export type BulkRow = {
  columns: BulkColumns;
  template: Pick<BulkTemplate, "id" | "name">;
  /** Null in the minimal format. */
  shared: BulkShared | null;
};

/** What a badge of the default format shares with others of its template: the members of an object, encoded. */
export type BulkShared = string;

type SharedMembers = Pick<z.infer<typeof DefaultBadge>, "badge_template" | "created_by" | "issuer">;

// PostgreSQL writes 2026-04-01T09:41:00.123+00:00 and leaves out zeros at the end of the fraction.
const wireMoment = (text: string): string =>
  text.length === 29 && text.endsWith("+00:00") ? `${text.slice(0, 23)}Z` : new Date(text).toISOString();

/** An object as JSON, without its braces. */
const membersOf = (object: object): string => JSON.stringify(object).slice(1, -1);

const presentMinimal = (columns: BulkColumns) => ({
  id: columns.id,
  issued_to: columns.issued_to,
  issued_to_first_name: columns.issued_to_first_name,
  issued_to_middle_name: columns.issued_to_middle_name,
  issued_to_last_name: columns.issued_to_last_name,
  issuer_earner_id: columns.issuer_earner_id,
  locale: columns.locale,
  public: columns.public,
  recipient_email: columns.recipient_email,
  state: columns.state,
  badge_url: badgePage(columns.id),
  updated_at: wireMoment(columns.updated_at),
  created_at: wireMoment(columns.created_at),
  expires_at: columns.expires_at === null ? null : wireMoment(columns.expires_at),
  issued_at: wireMoment(columns.issued_at),
  state_updated_at: wireMoment(columns.state_updated_at),
  user: { id: columns.user_id },
});

const presentBulkTemplate = (template: BulkTemplate) => ({
  id: template.id,
  description: template.description,
  global_activity_url: template.global_activity_url,
  name: template.name,
  state: template.state,
  public: template.public,
  vanity_slug: template.vanity_slug,
  image: { id: template.image_id, url: imageUrl(template.image_id) },
  image_url: imageUrl(template.image_id),
  url: templateUrl(template.organization_id, template.id),
  owner: { type: "Organization" as const, id: template.organization_id },
  state_updated_at: wireMoment(template.state_updated_at),
  created_at: wireMoment(template.created_at),
  updated_at: wireMoment(template.updated_at),
});

/** What badges of one template that name the same issuers share, made and encoded once for all of them. */
export function encodeShared(
  template: BulkTemplate,
  displayed: DisplayIssuerAs | null,
  issuing: { id: string; name: string },
): BulkShared {
  const owner = { id: template.organization_id, name: template.organization_name };
  const { summary, parties } = namedIssuers(displayed, owner, issuing);
  const entities = parties.map(({ label, primary, party }) => ({
    label,
    primary,
    type: "Organization" as const,
    ...party,
  }));
  return membersOf({
    badge_template: presentBulkTemplate(template),
    created_by: { type: "Organization", id: issuing.id },
    issuer: { summary, entities },
  } satisfies SharedMembers);
}

/** A badge in the format that was asked for, as JSON. */
export function encodeBulk({ columns, template, shared }: BulkRow): string {
  const minimal = presentMinimal(columns);
  if (shared === null) {
    return JSON.stringify({
      ...minimal,
      badge_template: { id: template.id, name: template.name },
    } satisfies Minimal);
  }
  const own = {
    ...minimal,
    replacement_badge_id: columns.replacement_badge_id,
    revocation_reason: columns.revocation_reason,
    suppress_badge_notification_email: columns.suppress_badge_notification_email,
    issued_at_date: columns.issued_at_date,
    expires_at_date: columns.expires_at_date,
  } satisfies Omit<z.infer<typeof DefaultBadge>, keyof SharedMembers>;
  return `{${membersOf(own)},${shared}}`;
}
