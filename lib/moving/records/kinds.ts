import { listColumns } from "@/lib/kernel/columns";
import { digest } from "@/lib/kernel/secrets";
import type { Kind } from "./kind";
import { learningKinds } from "./learning-kinds";
import { badgeKinds, organizationKinds, templateKinds } from "./organization-kinds";
import { RECORDS, type AnyRecord, type KindName } from "./schema";

/** The kinds in the order of `RECORDS`. */
export const KINDS: readonly Kind[] = [
  ...organizationKinds,
  ...templateKinds,
  ...badgeKinds,
  ...learningKinds,
];

const byName = new Map(KINDS.map((kind) => [kind.name, kind]));

/** Returns the kind of this name. */
export function getKind(name: KindName): Kind {
  const kind = byName.get(name);
  if (!kind) throw new Error(`There is no kind ${name}.`);
  return kind;
}

/** Fields that are no columns: rows of another table, as a list in the record, and what the source does not give. */
const NESTED = new Set(["addresses", "requirements", "not_given"]);

/** A field of a record and its column. */
export type StoredField = { field: string; column: string; type: "timestamp" | "bytes" | "other" };

/** Lists the fields of a kind that are columns of its table, in the order of the record. */
export function listStoredFields(kind: Kind): StoredField[] {
  const types = new Map(listColumns(kind.model).map(({ name, type }) => [name, type]));
  return Object.keys(RECORDS[kind.name].shape)
    .filter((field) => field !== "kind" && !NESTED.has(field))
    .map((field) => {
      const column = kind.columns?.[field] ?? field;
      const type = types.get(column);
      if (type === undefined) throw new Error(`${kind.table} has no column ${column}.`);
      if (type === "timestamp") return { field, column, type };
      return { field, column, type: column === "bytes" ? "bytes" : "other" };
    });
}

/** The identity of a record in the file: the values of its key. */
export const recordKey = (kind: Kind, record: AnyRecord): string =>
  kind.key.map((field) => String(record[field])).join(" ");

/** The digest of a record as it was read, by which a later run notices a change. */
export const recordDigest = (record: AnyRecord): Buffer => digest(JSON.stringify(record));
