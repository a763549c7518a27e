import { z } from "zod";
import { templateUrl } from "@/lib/badges/templates/serializer";
import { imageUrl } from "@/lib/art/images/serializer";
import { calendarDate, nullable, timestamp } from "@/lib/kernel/fields";
import type { DisplayIssuerAs } from "@/prisma/generated/client";
import { BADGE_STATES } from "@/lib/organizations/badge-facts/choices";
import { describeIssuers } from "./serializer";
import { badgePageUrl } from "@/lib/organizations/badge-facts/serializer";

// The members of a badge in the bulk search: which fields they come from, and how their texts become JSON.

/** The two formats of the bulk search (specification, "Bulk badge formats"). */
export const BULK_FORMATS = ["default", "minimal"] as const;
export type BulkFormat = (typeof BULK_FORMATS)[number];

/** The columns of a badge as texts, in the order of `bulkFields`. Timestamps are in UTC. */
export type BulkColumns = (string | null)[];

/** What PostgreSQL leaves out at the end of a timestamp in milliseconds, by the length of its text. */
const MISSING_DIGITS: Record<number, string> = { 19: ".000Z", 21: "00Z", 22: "0Z", 23: "Z" };

/** Converts a timestamp of PostgreSQL in UTC (2026-04-01 09:41:00.12) to ISO 8601. Fast, for bulk searches. */
export function serializeTimestamp(text: string): string {
  const missing = MISSING_DIGITS[text.length];
  return missing === undefined || text.charAt(10) !== " "
    ? new Date(`${text.replace(" ", "T")}Z`).toISOString()
    : `${text.slice(0, 10)}T${text.slice(11)}${missing}`;
}

/** Encodes a text as JSON. */
const encodeText = (text: string | null): string => (text === null ? "null" : JSON.stringify(text));

/** Encodes a text that needs no escaping: an id, a date. */
const encodePlain = (text: string | null): string => (text === null ? "null" : `"${text}"`);

const encodeTimestamp = (text: string | null): string =>
  text === null ? "null" : `"${serializeTimestamp(text)}"`;

/** A member of the JSON of a badge, and the field that it is encoded from. */
type Member = [key: string, field: string, encode: (text: string | null) => string];

/** Encodes a text that is JSON already: a boolean. */
const encodeRaw = (text: string | null): string => text ?? "null";

const MINIMAL_MEMBERS: Member[] = [
  ["id", "id", encodePlain],
  ["issued_to", "issuedTo", encodeText],
  ["issued_to_first_name", "issuedToFirstName", encodeText],
  ["issued_to_middle_name", "issuedToMiddleName", encodeText],
  ["issued_to_last_name", "issuedToLastName", encodeText],
  ["issuer_earner_id", "issuerEarnerId", encodeText],
  ["locale", "locale", encodePlain],
  ["public", "public", encodeRaw],
  ["recipient_email", "recipientEmail", encodeText],
  ["state", "state", encodePlain],
  ["badge_url", "id", (id) => encodePlain(badgePageUrl(id ?? ""))],
  ["updated_at", "updatedAt", encodeTimestamp],
  ["created_at", "createdAt", encodeTimestamp],
  ["expires_at", "expiresAt", encodeTimestamp],
  ["issued_at", "issuedAt", encodeTimestamp],
  ["state_updated_at", "stateUpdatedAt", encodeTimestamp],
  ["user", "userId", (id) => `{"id":${encodePlain(id)}}`],
];

/** Additional members of the default format. */
const DEFAULT_MEMBERS: Member[] = [
  ["replacement_badge_id", "replacementBadgeId", encodePlain],
  ["revocation_reason", "revocationReason", encodeText],
  ["suppress_badge_notification_email", "suppressBadgeNotificationEmail", encodeRaw],
  ["issued_at_date", "issuedAtDate", encodePlain],
  ["expires_at_date", "expiresAtDate", encodePlain],
];

const MEMBERS: Record<BulkFormat, Member[]> = {
  minimal: MINIMAL_MEMBERS,
  default: [...MINIMAL_MEMBERS, ...DEFAULT_MEMBERS],
};

const SCAN_FIELDS = ["id", "createdAt", "badgeTemplateId"];

const distinct = (fields: string[]): string[] => [...new Set(fields)];

const memberFields = (format: BulkFormat): string[] => MEMBERS[format].map(([, field]) => field);

/** The fields of a badge that a format reads: first those that the scan itself needs, then those of its members. */
const FIELDS: Record<BulkFormat, string[]> = {
  minimal: distinct([...SCAN_FIELDS, ...memberFields("minimal")]),
  default: distinct([...SCAN_FIELDS, "organizationId", "displayIssuerAs", ...memberFields("default")]),
};

/** Returns the fields of a badge that a format reads, in the order of their columns. */
export const bulkFields = (format: BulkFormat): readonly string[] => FIELDS[format];

/** Returns what a scan needs of a badge in every format. */
export const readScanColumns = ([id, createdAt, templateId]: BulkColumns) => ({
  id: id ?? "",
  createdAt: createdAt ?? "",
  templateId: templateId ?? "",
});

/** Returns the organization that issued a badge of the default format, and which issuer it names. */
export const readIssuerColumns = ([, , , organizationId, displayed]: BulkColumns) => ({
  organizationId: organizationId ?? "",
  displayed: (displayed ?? null) as DisplayIssuerAs | null,
});

type PlacedMember = { start: string; index: number; encode: Member[2] };

const placeMembers = (format: BulkFormat): PlacedMember[] =>
  MEMBERS[format].map(([key, field, encode], position) => ({
    start: `${position === 0 ? "{" : ","}"${key}":`,
    index: FIELDS[format].indexOf(field),
    encode,
  }));

const PLACED: Record<BulkFormat, PlacedMember[]> = {
  minimal: placeMembers("minimal"),
  default: placeMembers("default"),
};

/** Encodes the members of a badge, without the end of the object. Building an object first would take twice as long. */
function encodeColumns(columns: BulkColumns, format: BulkFormat): string {
  let text = "";
  for (const { start, index, encode } of PLACED[format]) text += start + encode(columns[index] ?? null);
  return text;
}

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

type PresentedKeys = "image" | "image_url" | "url" | "owner";
/** A template as the database encodes it in JSON. The minimal format has only id and name. */
export type BulkTemplate = Omit<z.infer<typeof BulkBadgeTemplate>, PresentedKeys> & {
  organization_id: string;
  organization_name: string;
  image_id: string;
};

/** A badge of a cursor scan. Data that many badges share is one object. */
export type BulkRow = {
  columns: BulkColumns;
  template: Pick<BulkTemplate, "id" | "name">;
  /** Null in the minimal format. */
  shared: BulkShared | null;
};

/** What a badge of the default format shares with others of its template: members of a JSON object, encoded. */
export type BulkShared = string;

type SharedMembers = Pick<z.infer<typeof DefaultBadge>, "badge_template" | "created_by" | "issuer">;

/** Encodes an object as JSON without its braces. */
const encodeMembers = (object: object): string => JSON.stringify(object).slice(1, -1);

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
  state_updated_at: new Date(template.state_updated_at).toISOString(),
  created_at: new Date(template.created_at).toISOString(),
  updated_at: new Date(template.updated_at).toISOString(),
});

/** Encodes what badges of one template and the same issuers share, once for all of them. */
export function encodeShared(
  template: BulkTemplate,
  displayed: DisplayIssuerAs | null,
  issuing: { id: string; name: string },
): BulkShared {
  const owner = { id: template.organization_id, name: template.organization_name };
  const { summary, parties } = describeIssuers(displayed, owner, issuing);
  const entities = parties.map(({ label, primary, party }) => ({
    label,
    primary,
    type: "Organization" as const,
    ...party,
  }));
  return encodeMembers({
    badge_template: presentBulkTemplate(template),
    created_by: { type: "Organization", id: issuing.id },
    issuer: { summary, entities },
  } satisfies SharedMembers);
}

/** Encodes a badge as JSON in the requested format. */
export const encodeBulkBadge = ({ columns, template, shared }: BulkRow): string =>
  shared === null
    ? `${encodeColumns(columns, "minimal")},"badge_template":{"id":"${template.id}","name":${encodeText(template.name)}}}`
    : `${encodeColumns(columns, "default")},${shared}}`;
