import type pg from "pg";
import { newId } from "@/lib/kernel/ids";
import type { Kind } from "@/lib/moving/records/kind";
import { recordDigest, recordKey } from "@/lib/moving/records/kinds";
import type { AnyRecord } from "@/lib/moving/records/schema";
import {
  findKnown,
  findMatching,
  findMovedAnywhere,
  findPresent,
  findTakenIds,
  hasNumbers,
  reserveNumbers,
  saveKnown,
  type Known,
} from "./identity-queries";
import { findTakenNumbers } from "./number-queries";

/** Into which organization records are written, and from which they come. */
export type Target = {
  client: pg.Client;
  organizationId: string;
  sourceId: string;
  /** Whether the operator vouches for the source. One of an organization may claim any id, so it keeps none. */
  isVouched: boolean;
  /** Fields that the source does not give, by kind: what is here stays. */
  notGiven: Readonly<Record<string, readonly string[]>>;
};

/** A record that is to be written, and what is known of it. */
export type Pending = {
  line: number;
  record: AnyRecord;
  key: string;
  digest: Buffer;
  known: Known | undefined;
};

/** Adds to records what they became in an earlier run. */
export async function findPending(
  { client, organizationId }: Target,
  kind: Kind,
  records: { line: number; record: AnyRecord }[],
): Promise<Pending[]> {
  const keys = records.map(({ record }) => recordKey(kind, record));
  const known = await findKnown(client, organizationId, kind.name, keys);
  return records.map(({ line, record }, index) => {
    const key = keys[index] ?? "";
    return { line, record, key, digest: recordDigest(record), known: known.get(key) };
  });
}

/** Which ids of the source are which here, by kind. */
export type Links = Map<string, Map<string, string>>;

/** Values of a field that refers to another record, without repetitions. */
const referredIds = (pending: Pending[], field: string): string[] => [
  ...new Set(
    pending.flatMap(({ record: { [field]: value } }) =>
      typeof value === "string" || typeof value === "number" ? [String(value)] : [],
    ),
  ),
];

/** Finds those of these ids of the source that its records do not keep here. */
async function findReplaced({ client, isVouched }: Target, kind: Kind, ids: string[]): Promise<Set<string>> {
  if (kind.numbers === "new" || !isVouched) return new Set(ids);
  if (kind.numbers === undefined) return findTakenIds(client, kind, ids);
  const { table, numberTable } = kind;
  const numbered = { table, column: "id", ...(numberTable === undefined ? {} : { usedIn: numberTable }) };
  const taken = await findTakenNumbers(client, numbered, ids.map(Number));
  return new Set([...taken].map(String));
}

/**
 * Gives ids to records: their own where it is free and the operator vouches for it, otherwise a new one. Numbers of OAuth
 * applications are always new, because only lists show them.
 */
export async function chooseIds(target: Target, kind: Kind, ids: string[]): Promise<Map<string, string>> {
  const taken = await findReplaced(target, kind, ids);
  const replaced = ids.filter((id) => taken.has(id));
  // Lists of numbered rows are in the order of their numbers, which stays the same.
  if (hasNumbers(kind)) replaced.sort((one, other) => Number(one) - Number(other));
  const others = hasNumbers(kind)
    ? await reserveNumbers(target.client, kind, replaced.length)
    : replaced.map(() => newId());
  const chosen = new Map(ids.map((id) => [id, id]));
  replaced.forEach((id, index) => chosen.set(id, others[index] ?? ""));
  return chosen;
}

/** Reserves ids for records of the same kind that were not read yet. */
async function reserveOwn(target: Target, kind: Kind, ids: string[], own: Map<string, string>) {
  const { client, organizationId } = target;
  const open = ids.filter((id) => !own.has(id));
  const known = await findKnown(client, organizationId, kind.name, open);
  for (const [oldId, { newId: here }] of known) own.set(oldId, here);
  const reserved = await chooseIds(
    target,
    kind,
    open.filter((id) => !known.has(id)),
  );
  for (const [oldId, here] of reserved) own.set(oldId, here);
  await saveKnown(
    target,
    kind.name,
    [...reserved].map(([oldId, here]) => ({ oldId, newId: here, digest: null, isCreated: true })),
  );
}

/** Links to records of the same kind. `own` has the ids that the records of the batch get here. */
export async function linkOwnKind(
  target: Target,
  kind: Kind,
  pending: Pending[],
  links: Links,
  own: Map<string, string>,
): Promise<void> {
  links.set(kind.name, own);
  for (const [field, reference] of Object.entries(kind.references))
    if (reference.kind === kind.name) await reserveOwn(target, kind, referredIds(pending, field), own);
}

/** Finds organizations or templates of others: those that were moved before, or are here under the same id. */
async function linkForeign(
  { client, isVouched }: Target,
  kind: "organization" | "badge_template",
  ids: string[],
  found: Map<string, string>,
): Promise<void> {
  const open = ids.filter((id) => !found.has(id));
  if (open.length === 0 || !isVouched) return;
  const moved = await findMovedAnywhere(client, kind, open);
  const present = await findPresent(
    client,
    kind === "organization" ? "organizations" : "badge_templates",
    open,
  );
  for (const id of open) {
    const here = moved.get(id) ?? (present.has(id) ? id : undefined);
    if (here !== undefined) found.set(id, here);
  }
}

/** Finds what the records of other kinds that these refer to became. */
export async function findLinks(target: Target, kind: Kind, pending: Pending[]): Promise<Links> {
  const links: Links = new Map();
  for (const [field, reference] of Object.entries(kind.references)) {
    if (reference.kind === kind.name) continue;
    const ids = referredIds(pending, field);
    const found = links.get(reference.kind) ?? new Map<string, string>();
    links.set(reference.kind, found);
    if (reference.kind === "organization") found.set(target.sourceId, target.organizationId);
    const known = await findKnown(target.client, target.organizationId, reference.kind, ids);
    for (const [oldId, { newId: here }] of known) found.set(oldId, here);
    if (reference.isForeign && (reference.kind === "organization" || reference.kind === "badge_template"))
      await linkForeign(target, reference.kind, ids, found);
  }
  return links;
}

/** Returns what a field contains here; undefined when it refers to a record that was not moved. */
function translate(kind: Kind, field: string, value: unknown, links: Links): unknown {
  const reference = kind.references[field];
  return reference ? links.get(reference.kind)?.get(String(value)) : value;
}

/** Finds rows here that are the same as records by other unique fields. */
async function matchRows(
  { client, organizationId }: Target,
  kind: Kind,
  fresh: Pending[],
  links: Links,
): Promise<Map<string, string>> {
  const { match } = kind;
  if (match === undefined) return new Map();
  const wanted = fresh.map(({ key, record }) => ({
    ...Object.fromEntries(match.map((field) => [field, translate(kind, field, record[field], links)])),
    moved_key: key,
  }));
  return findMatching(client, organizationId, kind, wanted);
}

/** Returns the key here of records whose key is an id: known, recognized by other fields, or chosen now. */
export async function identify(
  target: Target,
  kind: Kind,
  pending: Pending[],
  links: Links,
): Promise<{ ids: Map<string, string>; matched: Set<string> }> {
  const ids = new Map<string, string>();
  // A picture can be shown elsewhere too. What an organization's source changes becomes another one.
  const isReplaced = kind.name === "image" && !target.isVouched;
  for (const { key, known } of pending) if (known && !isReplaced) ids.set(key, known.newId);
  if (kind.name === "organization")
    return { ids: ids.set(target.sourceId, target.organizationId), matched: new Set() };
  const fresh = pending.filter(({ key }) => !ids.has(key));
  const matching = await matchRows(target, kind, fresh, links);
  for (const [key, here] of matching) ids.set(key, here);
  const matched = new Set(matching.keys());
  const chosen = await chooseIds(
    target,
    kind,
    fresh.filter(({ key }) => !matched.has(key)).map(({ key }) => key),
  );
  for (const [key, here] of chosen) ids.set(key, here);
  return { ids, matched };
}
