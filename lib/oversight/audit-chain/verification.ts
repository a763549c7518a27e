import type { Fault } from "./choices";
import { isErasureRecorded, type RecordedErasures } from "./erasure-records";
import { isSignedBy, readHead } from "./head-token";
import { areErasuresEmpty, hashEntry, hashLink } from "./record";
import type { ChainLink, Finding, HeadKey, HeadStatement, StoredHead } from "./schema";

/** A link, or a signed head, which follows the link of its position. */
export type ChainItem = { link: ChainLink } | { head: StoredHead };

/** The head before a link, and the latest time of the links between the two. */
export type Before = {
  head: { position: number; completeUntil: Date } | null;
  latest: { position: number; occurredAt: Date } | null;
};

/** Before the first link, and where nothing is known of earlier links. */
export const NOTHING_BEFORE: Before = { head: null, latest: null };

/** Where a check begins, and what it needs to know. */
export type CheckStart = {
  organizationId: string;
  /** The link before the first one to be checked, and its hash. */
  position: number;
  hash: string;
  before: Before;
  keys: HeadKey[];
  /** Reads the erasures that the audit log records. Called at the first entry with erased fields. */
  readErasures: () => Promise<RecordedErasures>;
  /** Entries from before may have been removed because of their age. */
  keptSince: Date;
  /** Hashes that certain positions must have, from an earlier export for instance. */
  expected?: Map<number, string>;
  /** The position of the newest head, which must exist. */
  signedPosition?: number;
};

export type CheckResult = {
  /** The last link that was checked, and its hash. */
  position: number;
  hash: string;
  before: Before;
  links: number;
  heads: number;
  /** Links whose entries were removed because of their age. */
  removed: number;
  /** Entries with erased fields. */
  erased: number;
  /** The first thing that is wrong; null when nothing is. */
  finding: Finding | null;
};

// A key may sign until the second in which it is retired.
const SECOND_MS = 1_000;

/**
 * How far the time of an entry may be from that of the head before or after it: far more than a transaction may take and
 * the clocks of several servers differ.
 */
export const TIME_TOLERANCE_MS = 3_600_000;

/** Returns what a head states, or null when its signature is wrong or its key is none of these. */
export async function verifyHead(
  { token }: StoredHead,
  organizationId: string,
  keys: HeadKey[],
): Promise<HeadStatement | null> {
  const head = readHead(token);
  if (!head) return null;
  const { keyId, statement } = head;
  const name = keyId.slice(keyId.indexOf("#") + 1);
  const key = keys.find((one) => one.public_key_multibase === name);
  if (!key || statement.organization_id !== organizationId || !(await isSignedBy(token, key))) return null;
  const signedMs = statement.iat * SECOND_MS;
  const isLate = key.retired_at !== null && signedMs > Date.parse(key.retired_at) + SECOND_MS;
  return isLate ? null : statement;
}

/** Whether the entry of a link is past its retention period. */
const mayBeRemoved = ({ occurred_at }: Pick<ChainLink, "occurred_at">, { keptSince }: CheckStart): boolean =>
  new Date(occurred_at) < keptSince;

function checkEntry({ entry, ...link }: ChainLink, start: CheckStart): Fault | null {
  if (entry === null) return mayBeRemoved(link, start) ? null : "deleted_entry";
  const isSame =
    entry.id === link.entry_id &&
    entry.occurred_at === link.occurred_at &&
    hashEntry(link.organization_id ?? start.organizationId, entry, link) === link.content;
  if (!isSame) return "altered_entry";
  return areErasuresEmpty(entry, link) ? null : "false_erasure";
}

/** Whether the head before an entry states that no such old entry would follow. */
const isBackdated = ({ occurred_at }: ChainLink, { head }: Before): boolean =>
  head !== null && new Date(occurred_at) < head.completeUntil;

/** Whether the log records who erased the fields of an entry. An entry that may be removed may be erased, too. */
const isErasureExplained = async (link: ChainLink, start: CheckStart): Promise<boolean> =>
  link.erased === null ||
  link.entry === null ||
  mayBeRemoved(link, start) ||
  isErasureRecorded(link.position, link.erased, await start.readErasures());

function checkLink(link: ChainLink, start: CheckStart, before: CheckResult): Fault | null {
  if (link.position !== before.position + 1) return "missing_link";
  if (hashLink(start.organizationId, before.hash, link) !== link.hash) return "altered_link";
  const expected = start.expected?.get(link.position);
  if (expected !== undefined && expected !== link.hash) return "different_head";
  return checkEntry(link, start) ?? (isBackdated(link, before.before) ? "misdated_entry" : null);
}

/** What a head states of the links after it. */
export const toHeadBefore = ({ position, complete_until: seconds = 0 }: HeadStatement): Before["head"] => ({
  position,
  completeUntil: new Date(seconds * SECOND_MS),
});

/** Whether a head names the one before it. The head before the first link of a file is not always known. */
function followsHead(
  { previous_head: previous }: HeadStatement,
  start: CheckStart,
  { head }: Before,
): boolean {
  if (previous === undefined) return true;
  return head ? previous === head.position : previous <= start.position;
}

/** Checks a signed head after its link, and what it states of the links since the head before. */
function checkStatement(statement: HeadStatement, start: CheckStart, result: CheckResult): Finding | null {
  const { position, hash, iat, complete_until: completeUntil } = statement;
  const { before } = result;
  if (position > result.position) return { position, fault: "cut_end" };
  if (position !== result.position || hash !== result.hash) return { position, fault: "different_head" };
  if (!followsHead(statement, start, before)) return { position, fault: "missing_head" };
  const { latest } = before;
  const isAhead = latest && latest.occurredAt.getTime() > iat * SECOND_MS + TIME_TOLERANCE_MS;
  if (isAhead && completeUntil !== undefined) return { position: latest.position, fault: "misdated_entry" };
  result.before = {
    head: toHeadBefore(statement),
    latest: completeUntil === undefined ? latest : null,
  };
  return null;
}

async function checkHead(head: StoredHead, start: CheckStart, result: CheckResult): Promise<Finding | null> {
  result.heads += 1;
  const statement = await verifyHead(head, start.organizationId, start.keys);
  return statement?.position === head.position
    ? checkStatement(statement, start, result)
    : { position: head.position, fault: "forged_head" };
}

function countLink(result: CheckResult, link: ChainLink): void {
  const { latest } = result.before;
  const occurredAt = new Date(link.occurred_at);
  if (!latest || occurredAt > latest.occurredAt)
    result.before = { ...result.before, latest: { position: link.position, occurredAt } };
  result.position = link.position;
  result.hash = link.hash;
  result.links += 1;
  if (link.entry === null) result.removed += 1;
  if (link.erased !== null) result.erased += 1;
}

/** Checks an item after those before it, and counts it. Returns what is wrong, and at which position. */
async function checkItem(item: ChainItem, start: CheckStart, result: CheckResult): Promise<Finding | null> {
  if ("head" in item) return checkHead(item.head, start, result);
  const fault = checkLink(item.link, start, result);
  if (fault !== null) return { position: result.position + 1, fault };
  if (!(await isErasureExplained(item.link, start)))
    return { position: item.link.position, fault: "unrecorded_erasure" };
  countLink(result, item.link);
  return null;
}

/** Finds a position or a head that must exist and does not, after the whole chain was checked. */
export function findCutEnd(
  { expected, signedPosition = 0 }: CheckStart,
  result: CheckResult,
): Finding | null {
  const { position, before } = result;
  const isCut = [...(expected?.keys() ?? [])].some((one) => one > position);
  if (isCut) return { position: position + 1, fault: "cut_end" };
  return (before.head?.position ?? 0) < signedPosition
    ? { position: signedPosition, fault: "missing_head" }
    : null;
}

/** Checks links and heads in their order, up to the first that is wrong. Needs memory for one item at a time. */
export async function checkItems(start: CheckStart, items: AsyncIterable<ChainItem>): Promise<CheckResult> {
  const { position, hash, before } = start;
  const counts = { links: 0, heads: 0, removed: 0, erased: 0 };
  const result: CheckResult = { position, hash, before, ...counts, finding: null };
  for await (const item of items) {
    result.finding = await checkItem(item, start, result);
    if (result.finding) return result;
  }
  return result;
}

/** Checks the items up to the end of a chain or of a file, and that no position that must exist comes after them. */
export async function checkChain(start: CheckStart, items: AsyncIterable<ChainItem>): Promise<CheckResult> {
  const result = await checkItems(start, items);
  return { ...result, finding: result.finding ?? findCutEnd(start, result) };
}
