import { digest } from "@/lib/kernel/secrets";
import { appSecrets } from "@/lib/learning/apps/serializer";
import type { Kind } from "@/lib/moving/records/kind";
import { listStoredFields } from "@/lib/moving/records/kinds";
import type { Requirement } from "@/lib/moving/records/learning-records";
import type { AnyRecord } from "@/lib/moving/records/schema";
import type { Links, Target } from "./resolve";
import type { Row } from "./write-queries";

/** A record whose row is to be written. */
export type Ready = {
  line: number;
  record: AnyRecord;
  key: string;
  digest: Buffer;
  newKey: string;
  /** Its key here after an earlier run; null if there was none. */
  previousKey: string | null;
  row: Row;
  /** There is no row of it yet. */
  isNew: boolean;
  /** It belongs to others, who were here before: only its id is remembered. */
  isMatched: boolean;
};

/** Why a record cannot be written. */
export class RecordRefused extends Error {}

const toHex = (bytes: Buffer): string => `\\x${bytes.toString("hex")}`;

/** Replaces the ids of images in a design, which are fields of JSON. */
function replaceImageIds(value: unknown, images: Map<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => replaceImageIds(item, images));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]: [string, unknown]) => {
      const isImage = (name === "logo_id" || name === "image_id") && typeof field === "string";
      return [name, isImage ? (images.get(field) ?? field) : replaceImageIds(field, images)];
    }),
  );
}

/** Collects the ids of images in a design. */
export function listImageIds(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, field]: [string, unknown]) =>
    (name === "logo_id" || name === "image_id") && typeof field === "string" ? [field] : listImageIds(field),
  );
}

/** Returns what a referring field contains here. Throws `RecordRefused` when that record was not moved. */
function resolveReference(kind: Kind, field: string, value: unknown, links: Links): unknown {
  const reference = kind.references[field];
  if (!reference || (typeof value !== "string" && typeof value !== "number")) return value;
  const here = links.get(reference.kind)?.get(String(value));
  if (here !== undefined) return here;
  if (reference.isLoose) return value;
  const hint = reference.isForeign ? " Move the organization that it belongs to first." : "";
  throw new RecordRefused(`${field}: the ${reference.kind} ${value} was not moved.${hint}`);
}

/** Returns the requirements of a rule. Other records have none. */
export const listRequirements = ({ requirements }: AnyRecord): Requirement[] =>
  Array.isArray(requirements) ? (requirements as Requirement[]) : [];

/** Returns the requirements of a rule with the gradables here. Throws `RecordRefused` when one was not moved. */
const resolveRequirements = (record: AnyRecord, links: Links) =>
  listRequirements(record).map((requirement) => {
    const gradableId = links.get("learning_gradable")?.get(String(requirement.gradable_id));
    if (gradableId === undefined)
      throw new RecordRefused(
        `requirements: the learning_gradable ${requirement.gradable_id} was not moved.`,
      );
    return { ...requirement, gradable_id: gradableId };
  });

/** Columns that are derived from a record. `id` is that of the row. */
function deriveColumns(
  kind: Kind,
  record: AnyRecord,
  { links, newKey: id, secret }: { links: Links; newKey: string; secret: string },
): Row {
  if (kind.name === "image") return { sha256: toHex(digest(Buffer.from(String(record.bytes), "base64"))) };
  if (kind.name === "oauth_application") return { secret_digest: toHex(digest(secret)) };
  if (kind.name === "learning_app") return { secret: toHex(appSecrets.encrypt(secret, id)) };
  if (kind.name === "learning_rule") return { requirements: resolveRequirements(record, links) };
  // The credential of an accepted endorsement names the old address. Its owner can accept the offer here.
  if (kind.name === "endorsement" && record.state === "accepted") return { state: "offered" };
  return {};
}

/** Builds the row of a record here. `newKey` is its id here, if it has one. Throws `RecordRefused`. */
export function buildRow(
  target: Target,
  kind: Kind,
  record: AnyRecord,
  given: { links: Links; newKey: string; secret: string },
): Row {
  const { links, newKey } = given;
  const row: Row = {};
  for (const { field, column, type } of listStoredFields(kind)) {
    const value = resolveReference(kind, field, record[field], links);
    row[column] = type === "bytes" ? toHex(Buffer.from(String(value), "base64")) : value;
  }
  if (kind.key.length === 1 && kind.key[0] === "id") row.id = newKey;
  if (kind.organizationColumn !== null) row[kind.organizationColumn] = target.organizationId;
  const images = links.get("image");
  if (images && "design" in row) row.design = replaceImageIds(row.design, images);
  return { ...row, ...deriveColumns(kind, record, given) };
}
