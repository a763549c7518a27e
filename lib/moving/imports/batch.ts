import { randomText } from "@/lib/kernel/secrets";
import { getKind, recordKey, type Kind } from "@/lib/moving/records/kinds";
import type { AnyRecord } from "@/lib/moving/records/schema";
import { findKnown, findUnauthorized, lockSettledBadges } from "./identity-queries";
import type { Batch } from "./file";
import { identifyPeople } from "./people";
import { findLinks, findPending, identify, type Links, type Pending, type Target } from "./resolve";
import { buildRow, listImageIds, RecordRefused, type Ready } from "./rows";
import type { KindCounts, MovedApplication, Refusal } from "./schema";
import { describeDataError, withSavepoint, writeRecords } from "./write";
import type { Row } from "./write-queries";

/** The result of a batch: how many records were created, changed, left or refused. */
export type Outcome = {
  kind: string;
  counts: KindCounts;
  refusals: Refusal[];
  applications: MovedApplication[];
};

/** The key of a row that has no id: the values of its key here, in the order of the record's. */
const rowKey = (kind: Kind, row: Row): string =>
  kind.key.map((field) => String(row[kind.columns?.[field] ?? field])).join(" ");

const hasId = ({ key }: Kind): boolean => key.length === 1 && key[0] === "id";

async function addImageLinks(target: Target, links: Links, pending: Pending[]): Promise<void> {
  const ids = pending.flatMap(({ record }) => listImageIds(record.design));
  const known = await findKnown(target.client, target.organizationId, "image", ids);
  links.set("image", new Map([...known].map(([oldId, { newId }]) => [oldId, newId])));
}

type Prepared = { ready: Ready[]; refusals: Refusal[]; secrets: Map<string, string> };

type Resolved = { ids: Map<string, string>; matched: Set<string>; links: Links };

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
    const isNew = !isMatched && (known?.digest ?? null) === null;
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
  const none = { ids: new Map<string, string>(), matched: new Set<string>() };
  const find = () =>
    kind.name === "person" ? identifyPeople(target, pending) : identify(target, kind, pending);
  const { ids, matched } = hasId(kind) ? await find() : none;
  const links = await findLinks(target, kind, pending, ids);
  if (kind.name.endsWith("certificate_design")) await addImageLinks(target, links, pending);
  const prepared: Prepared = { ready: [], refusals: [], secrets: new Map() };
  for (const item of pending) addReady(target, kind, item, { ids, matched, links }, prepared);
  return kind.name === "issued_badge" ? refuseUnauthorized(target, prepared) : prepared;
}

/** Refuses badges of templates of other organizations here that did not authorize this one: a source may name any. */
async function refuseUnauthorized(target: Target, prepared: Prepared): Promise<Prepared> {
  const { client, organizationId } = target;
  const named = prepared.ready.map(({ newKey, row }) => ({
    id: newKey,
    ownerId: String(row.template_organization_id),
    templateId: String(row.badge_template_id),
  }));
  const unauthorized = await findUnauthorized(client, organizationId, named);
  const isRefused = ({ newKey }: Ready): boolean => unauthorized.has(newKey);
  const refusals = prepared.ready.filter(isRefused).map(({ line, key, record }): Refusal => ({
    line,
    kind: "issued_badge",
    key,
    reason: `template_organization_id: the organization ${String(record.template_organization_id)} has not authorized this one to issue from the template. Move that organization in, or let it authorize this one.`,
  }));
  return {
    ...prepared,
    ready: prepared.ready.filter((item) => !isRefused(item)),
    refusals: [...prepared.refusals, ...refusals],
  };
}

const listApplications = (kind: Kind, written: Ready[], secrets: Map<string, string>): MovedApplication[] =>
  kind.name === "oauth_application"
    ? written
        .filter(({ isNew }) => isNew)
        .map(({ key, row }) => ({
          name: String(row.name),
          client_id: String(row.uid),
          client_secret: secrets.get(key) ?? "",
        }))
    : [];

type Written = Omit<Outcome, "kind">;

async function writePrepared(
  target: Target,
  kind: Kind,
  { ready, refusals, secrets }: Prepared,
): Promise<Written> {
  const failed = await writeRecords(target, kind, ready);
  for (const { refused, reason } of failed)
    refusals.push({ line: refused.line, kind: kind.name, key: refused.key, reason });
  const lost = new Set(failed.map(({ refused }) => refused));
  const written = ready.filter((item) => !lost.has(item));
  const created = written.filter(({ isNew }) => isNew).length;
  // An account that was here before is left as it is.
  const kept = kind.name === "person" ? written.filter(({ isMatched }) => isMatched).length : 0;
  return {
    counts: { created, changed: written.length - created - kept, unchanged: kept, refused: refusals.length },
    refusals,
    applications: listApplications(kind, written, secrets),
  };
}

const addCounts = (one: KindCounts, other: KindCounts): KindCounts => ({
  created: one.created + other.created,
  changed: one.changed + other.changed,
  unchanged: one.unchanged + other.unchanged,
  refused: one.refused + other.refused,
});

const NONE: KindCounts = { created: 0, changed: 0, unchanged: 0, refused: 0 };

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

/** Reads what is known of records, and prepares those that are new or have changed. */
async function prepareChanged(target: Target, kind: Kind, records: Valid[]) {
  const pending = await findPending(target, kind, records);
  const different = pending.filter(({ digest, known }) => !known?.digest?.equals(digest));
  const changed = await withoutSettled(target, kind, different);
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
      return { counts: { ...NONE, refused: 1 }, refusals: [refusal], applications: [] };
    }
  }
  const all: Written = { counts: NONE, refusals: [], applications: [] };
  for (const record of records) {
    const { counts, refusals, applications } = await writeValid(target, kind, [record]);
    all.counts = addCounts(all.counts, counts);
    all.refusals.push(...refusals);
    all.applications.push(...applications);
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
      applications: [],
    };
  const kind = getKind(batch.kind);
  const written = await writeValid(target, kind, valid);
  return {
    kind: kind.name,
    counts: addCounts(written.counts, { ...NONE, refused: invalid.length }),
    refusals: [...invalid, ...written.refusals],
    applications: written.applications,
  };
}
