import { z } from "zod";
import { templateUrl } from "@/lib/badges/templates/serializer";
import { imageUrl } from "@/lib/art/images/serializer";
import { calendarDate, nullable, timestamp } from "@/lib/kernel/fields";
import type { DisplayIssuerAs } from "@/prisma/generated/client";
import { BADGE_STATES } from "@/lib/organizations/badge-facts/choices";
import { encodeColumns, encodeText, type BulkColumns } from "./bulk-members";
import { describeIssuers } from "./serializer";

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
