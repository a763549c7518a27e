import { randomText } from "@/lib/kernel/secrets";
import type { Kind } from "@/lib/moving/records/kind";
import { getKind, recordKey } from "@/lib/moving/records/kinds";
import type { AnyRecord, KindName } from "@/lib/moving/records/schema";
import { adaptRows, type Prepared } from "./adapt";
import { findHere, findKnown, lockSettledBadges, type Known } from "./identity-queries";
import type { Batch } from "./file";
import { identifyPeople } from "./people";
import {
  findLinks,
  findPending,
  identify,
  linkOwnKind,
  type Links,
  type Pending,
  type Target,
} from "./resolve";
import { buildRow, listImageIds, listRequirements, RecordRefused, type Ready } from "./rows";
import type { KindCounts, NewSecret, Refusal } from "./schema";
import { describeDataError, withSavepoint, writeRecords } from "./write";
import type { Row } from "./write-queries";

/** The result of a batch: how many records were created, changed, left or refused, or wait. */
export type Outcome = {
  kind: string;
  counts: KindCounts;
  refusals: Refusal[];
  secrets: NewSecret[];
};

/** The key of a row that has no id: the values of its key here, in the order of the record's. */
const rowKey = (kind: Kind, row: Row): string =>
  kind.key.map((field) => String(row[kind.columns?.[field] ?? field])).join(" ");

const hasId = ({ key }: Kind): boolean => key.length === 1 && key[0] === "id";

const listImages = (pending: Pending[]): string[] =>
  pending.flatMap(({ record }) => listImageIds(record.design));
const listGradables = (pending: Pending[]): string[] =>
  pending.flatMap(({ record }) => listRequirements(record).map(({ gradable_id: id }) => String(id)));

/** Adds what records that are named inside of a field became. */
async function addLinks(target: Target, links: Links, kind: KindName, ids: string[]): Promise<void> {
  const known = await findKnown(target.client, target.organizationId, kind, ids);
  links.set(kind, new Map([...known].map(([oldId, { newId }]) => [oldId, newId])));
}

type Resolved = { ids: Map<string, string>; matched: Set<string>; links: Links };

/**
 * Whether a record was written before, or is an organization that was given. One that the move created is known, without a
 * digest.
 */
const isHere = ({ name }: Kind, known: Known | undefined): boolean =>
  known === undefined ? name === "organization" : known.digest !== null;

/** Builds the row of a record, or adds the reason why it cannot be written. */
function addReady(
  target: Target,
  kind: Kind,
  { line, record, key, digest, known }: Pending,
  { ids, matched, links }: Resolved,
  prepared: Prepared,
): void {
  const secret = randomText(43);
  try {
    const row = buildRow(target, kind, record, { links, newKey: ids.get(key) ?? "", secret });
    const newKey = ids.get(key) ?? rowKey(kind, row);
    const isMatched = matched.has(key);
    const isNew = !isMatched && !isHere(kind, known);
    const previousKey = known?.newId ?? null;
    prepared.ready.push({ line, record, key, digest, newKey, previousKey, row, isNew, isMatched });
    prepared.secrets.set(key, secret);
  } catch (error) {
    if (!(error instanceof RecordRefused)) throw error;
    prepared.refusals.push({ line, kind: kind.name, key, reason: error.message });
  }
}

/** Builds the rows of records. Those that refer to something that was not moved are refused. */
async function prepare(target: Target, kind: Kind, pending: Pending[]): Promise<Prepared> {
  const links = await findLinks(target, kind, pending);
  const none = { ids: new Map<string, string>(), matched: new Set<string>() };
  const find = () =>
    kind.name === "person" ? identifyPeople(target, pending) : identify(target, kind, pending, links);
  const { ids, matched } = hasId(kind) ? await find() : none;
  await linkOwnKind(target, kind, pending, links, ids);
  if (kind.name.endsWith("certificate_design")) await addLinks(target, links, "image", listImages(pending));
  if (kind.name === "learning_rule")
    await addLinks(target, links, "learning_gradable", listGradables(pending));
  const prepared: Prepared = { ready: [], refusals: [], left: 0, waiting: 0, secrets: new Map() };
  for (const item of pending) addReady(target, kind, item, { ids, matched, links }, prepared);
  return adaptRows(target, kind, prepared);
}

/** The new secrets of applications and learning apps that were created. */
function listSecrets(kind: Kind, written: Ready[], secrets: Map<string, string>): NewSecret[] {
  if (kind.name !== "oauth_application" && kind.name !== "learning_app") return [];
  const { name } = kind;
  const id = name === "learning_app" ? "consumer_key" : "uid";
  return written
    .filter(({ isNew }) => isNew)
    .map(({ key, row }) => ({
      kind: name,
      name: String(row.name),
      id: String(row[id]),
      secret: secrets.get(key) ?? "",
    }));
}

type Written = Omit<Outcome, "kind">;

async function writePrepared(
  target: Target,
  kind: Kind,
  { ready, refusals, left, waiting, secrets }: Prepared,
): Promise<Written> {
  const failed = await writeRecords(target, kind, ready);
  for (const { refused, reason } of failed)
    refusals.push({ line: refused.line, kind: kind.name, key: refused.key, reason });
  const lost = new Set(failed.map(({ refused }) => refused));
  const written = ready.filter((item) => !lost.has(item));
  const created = written.filter(({ isNew }) => isNew).length;
  // An account that was here before is left as it is.
  const kept = kind.name === "person" ? written.filter(({ isMatched }) => isMatched).length : 0;
  const changed = written.length - created - kept;
  return {
    counts: { created, changed, unchanged: kept + left, refused: refusals.length, waiting },
    refusals,
    secrets: listSecrets(kind, written, secrets),
  };
}

export const addCounts = (one: KindCounts, other: KindCounts): KindCounts => ({
  created: one.created + other.created,
  changed: one.changed + other.changed,
  unchanged: one.unchanged + other.unchanged,
  refused: one.refused + other.refused,
  waiting: one.waiting + other.waiting,
});

export const NONE: KindCounts = { created: 0, changed: 0, unchanged: 0, refused: 0, waiting: 0 };

type Valid = { line: number; record: AnyRecord };

/**
 * Leaves out badges that are not pending here any more, unless the operator vouches for the source: what people accepted, or
 * the organization revoked, is not rewritten.
 */
async function withoutSettled(target: Target, kind: Kind, pending: Pending[]): Promise<Pending[]> {
  if (target.isVouched || kind.name !== "issued_badge") return pending;
  const ids = pending.flatMap(({ known }) => (known ? [known.newId] : []));
  const settled = await lockSettledBadges(target.client, target.organizationId, ids);
  return pending.filter(({ known }) => !known || !settled.has(known.newId));
}

/** Leaves out records that were moved and are not here any more: what was deleted, accepted or ended here stays so. */
async function withoutEnded(target: Target, kind: Kind, pending: Pending[]): Promise<Pending[]> {
  if (!kind.staysDeleted) return pending;
  const ids = pending.flatMap(({ known }) => (known?.digest ? [known.newId] : []));
  const here = await findHere(target.client, target.organizationId, kind, ids);
  return pending.filter(({ known }) => !known?.digest || here.has(known.newId));
}

/** Reads what is known of records, and prepares those that are new or have changed. */
async function prepareChanged(target: Target, kind: Kind, records: Valid[]) {
  const pending = await findPending(target, kind, records);
  const different = pending.filter(({ digest, known }) => !known?.digest?.equals(digest));
  const open = await withoutEnded(target, kind, different);
  const changed = await withoutSettled(target, kind, open);
  const prepared = await prepare(target, kind, changed);
  return { prepared, unchanged: pending.length - changed.length };
}

/** Writes records together, or one by one if a value of one of them is not even fit to be looked up. */
async function writeValid(target: Target, kind: Kind, records: Valid[]): Promise<Written> {
  try {
    const { prepared, unchanged } = await withSavepoint(target.client, () =>
      prepareChanged(target, kind, records),
    );
    const written = await writePrepared(target, kind, prepared);
    return { ...written, counts: addCounts(written.counts, { ...NONE, unchanged }) };
  } catch (error) {
    const reason = describeDataError(error);
    if (reason === null) throw error;
    const [only, second] = records;
    if (only && !second) {
      const refusal = { line: only.line, kind: kind.name, key: recordKey(kind, only.record), reason };
      return { counts: { ...NONE, refused: 1 }, refusals: [refusal], secrets: [] };
    }
  }
  const all: Written = { counts: NONE, refusals: [], secrets: [] };
  for (const record of records) {
    const { counts, refusals, secrets } = await writeValid(target, kind, [record]);
    all.counts = addCounts(all.counts, counts);
    all.refusals.push(...refusals);
    all.secrets.push(...secrets);
  }
  return all;
}

/** Writes the records of a batch that are new or have changed. Call it in a transaction. */
export async function processBatch(target: Target, batch: Batch): Promise<Outcome> {
  const valid = batch.records.flatMap((item) => ("record" in item ? [item] : []));
  const invalid = batch.records.flatMap((item) => ("record" in item ? [] : [item]));
  if (batch.kind === null)
    return {
      kind: invalid[0]?.kind ?? "",
      counts: { ...NONE, refused: invalid.length },
      refusals: invalid,
      secrets: [],
    };
  const kind = getKind(batch.kind);
  const written = await writeValid(target, kind, valid);
  return {
    kind: kind.name,
    counts: addCounts(written.counts, { ...NONE, refused: invalid.length }),
    refusals: [...invalid, ...written.refusals],
    secrets: written.secrets,
  };
}
