import type pg from "pg";
import { newId } from "@/lib/kernel/ids";
import { recordDigest, recordKey, type Kind } from "@/lib/moving/records/kinds";
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
    pending.map(({ record }) => record[field]).filter((value): value is string => typeof value === "string"),
  ),
];

/**
 * Gives ids to records: their own where it is free and the operator vouches for it, otherwise a new one. Numbers are always new: one of another service
 * would let the sequence of this installation continue from it, or not fit.
 */
export async function chooseIds(
  { client, isVouched }: Target,
  kind: Kind,
  ids: string[],
): Promise<Map<string, string>> {
  const keepsNone = hasNumbers(kind) || !isVouched;
  const taken = keepsNone ? new Set(ids) : await findTakenIds(client, kind, ids);
  const replaced = ids.filter((id) => taken.has(id));
  // Lists of numbered rows are in the order of their numbers, which stays the same.
  if (hasNumbers(kind)) replaced.sort((one, other) => Number(one) - Number(other));
  const others = hasNumbers(kind)
    ? await reserveNumbers(client, kind, replaced.length)
    : replaced.map(() => newId());
  const chosen = new Map(ids.map((id) => [id, id]));
  replaced.forEach((id, index) => chosen.set(id, others[index] ?? ""));
  return chosen;
}

/** Links to records of the same kind that were not read yet: their ids are reserved. */
async function linkOwnKind(target: Target, kind: Kind, ids: string[], own: Map<string, string>) {
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

/** Finds what the records that these refer to became. `own` has the ids that these records get here. */
export async function findLinks(
  target: Target,
  kind: Kind,
  pending: Pending[],
  own: Map<string, string>,
): Promise<Links> {
  const links: Links = new Map([[kind.name, own]]);
  for (const [field, reference] of Object.entries(kind.references)) {
    const ids = referredIds(pending, field);
    if (reference.kind === kind.name) {
      await linkOwnKind(target, kind, ids, own);
      continue;
    }
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

/** Returns the key here of records whose key is an id: known, recognized by another field, or chosen now. */
export async function identify(
  target: Target,
  kind: Kind,
  pending: Pending[],
): Promise<{ ids: Map<string, string>; matched: Set<string> }> {
  const { client, organizationId } = target;
  const ids = new Map<string, string>();
  // A picture can be shown elsewhere too. What an organization's source changes becomes another one.
  const isReplaced = kind.name === "image" && !target.isVouched;
  for (const { key, known } of pending) if (known && !isReplaced) ids.set(key, known.newId);
  if (kind.name === "organization")
    return { ids: ids.set(target.sourceId, organizationId), matched: new Set() };
  const fresh = pending.filter(({ key }) => !ids.has(key));
  const field = kind.match ?? "";
  const matching = await findMatching(client, organizationId, kind, referredIds(fresh, field));
  const matched = new Set<string>();
  for (const { key, record } of fresh) {
    const here = matching.get(String(record[field]));
    if (here === undefined) continue;
    ids.set(key, here);
    matched.add(key);
  }
  const chosen = await chooseIds(
    target,
    kind,
    fresh.filter(({ key }) => !matched.has(key)).map(({ key }) => key),
  );
  for (const [key, here] of chosen) ids.set(key, here);
  return { ids, matched };
}
