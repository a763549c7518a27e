import { digest } from "@/lib/kernel/secrets";
import { listStoredFields, type Kind } from "@/lib/moving/records/kinds";
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
  if (!reference || typeof value !== "string") return value;
  const here = links.get(reference.kind)?.get(value);
  if (here !== undefined) return here;
  const hint = reference.isForeign ? " Move the organization that it belongs to first." : "";
  throw new RecordRefused(`${field}: the ${reference.kind} ${value} was not moved.${hint}`);
}

/** Columns that are derived from a record. */
function deriveColumns(kind: Kind, record: AnyRecord, secret: string): Row {
  if (kind.name === "image") return { sha256: toHex(digest(Buffer.from(String(record.bytes), "base64"))) };
  if (kind.name === "oauth_application") return { secret_digest: toHex(digest(secret)) };
  return {};
}

/** Builds the row of a record here. `newKey` is its id here, if it has one. Throws `RecordRefused`. */
export function buildRow(
  target: Target,
  kind: Kind,
  record: AnyRecord,
  { links, newKey, secret }: { links: Links; newKey: string; secret: string },
): Row {
  const row: Row = {};
  for (const { field, column, type } of listStoredFields(kind)) {
    const value = resolveReference(kind, field, record[field], links);
    row[column] = type === "bytes" ? toHex(Buffer.from(String(value), "base64")) : value;
  }
  if (kind.key.length === 1 && kind.key[0] === "id") row.id = newKey;
  if (kind.organizationColumn !== null) row[kind.organizationColumn] = target.organizationId;
  const images = links.get("image");
  if (images && "design" in row) row.design = replaceImageIds(row.design, images);
  return { ...row, ...deriveColumns(kind, record, secret) };
}
