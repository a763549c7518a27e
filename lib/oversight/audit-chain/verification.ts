import type { z } from "zod";
import type { Fault } from "./choices";
import { isSignedBy, readHead } from "./head-token";
import { areErasuresEmpty, hashEntry, hashLink } from "./record";
import type { ChainLink, Finding, HeadKey, HeadStatement, StoredHead } from "./schema";

/** A link, or a signed head, which follows the link of its position. */
export type ChainItem = { link: ChainLink } | { head: StoredHead };

/** Where a check begins, and what it needs to know. */
export type CheckStart = {
  organizationId: string;
  /** The link before the first one to be checked, and its hash. */
  position: number;
  hash: string;
  keys: HeadKey[];
  /** Entries from before may have been removed because of their age. */
  keptSince: Date;
  /** Hashes that certain positions must have, from an earlier export for instance. */
  expected?: Map<number, string>;
};

export type CheckResult = {
  /** The last link that was checked, and its hash. */
  position: number;
  hash: string;
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

/** Returns what a head states, or null when its signature is wrong or its key is none of these. */
export async function verifyHead(
  { token }: StoredHead,
  organizationId: string,
  keys: HeadKey[],
): Promise<z.infer<typeof HeadStatement> | null> {
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

function checkEntry({ entry, ...link }: ChainLink, { organizationId, keptSince }: CheckStart): Fault | null {
  if (entry === null) return new Date(link.occurred_at) < keptSince ? null : "deleted_entry";
  const isSame =
    entry.id === link.entry_id &&
    entry.occurred_at === link.occurred_at &&
    hashEntry(link.organization_id ?? organizationId, entry, link) === link.content;
  if (!isSame) return "altered_entry";
  return areErasuresEmpty(entry, link) ? null : "false_erasure";
}

function checkLink(link: ChainLink, start: CheckStart, before: CheckResult): Fault | null {
  if (link.position !== before.position + 1) return "missing_link";
  if (hashLink(start.organizationId, before.hash, link) !== link.hash) return "altered_link";
  const expected = start.expected?.get(link.position);
  if (expected !== undefined && expected !== link.hash) return "different_head";
  return checkEntry(link, start);
}

async function checkHead(head: StoredHead, start: CheckStart, before: CheckResult): Promise<Fault | null> {
  const statement = await verifyHead(head, start.organizationId, start.keys);
  if (!statement || statement.position !== head.position) return "forged_head";
  if (head.position > before.position) return "cut_end";
  return head.position === before.position && statement.hash === before.hash ? null : "different_head";
}

function countLink(result: CheckResult, link: ChainLink): void {
  result.position = link.position;
  result.hash = link.hash;
  result.links += 1;
  if (link.entry === null) result.removed += 1;
  if (link.erased !== null) result.erased += 1;
}

/** Checks an item after those before it, and counts it. Returns what is wrong, and at which position. */
async function checkItem(item: ChainItem, start: CheckStart, result: CheckResult): Promise<Finding | null> {
  if ("head" in item) {
    const fault = await checkHead(item.head, start, result);
    result.heads += 1;
    return fault && { position: item.head.position, fault };
  }
  const fault = checkLink(item.link, start, result);
  if (fault !== null) return { position: result.position + 1, fault };
  countLink(result, item.link);
  return null;
}

/** Finds a position that must exist and does not, after the whole chain was checked. */
export function findCutEnd({ expected }: CheckStart, { position }: CheckResult): Finding | null {
  const isCut = [...(expected?.keys() ?? [])].some((one) => one > position);
  return isCut ? { position: position + 1, fault: "cut_end" } : null;
}

/** Checks links and heads in their order, up to the first that is wrong. Needs memory for one item at a time. */
export async function checkItems(start: CheckStart, items: AsyncIterable<ChainItem>): Promise<CheckResult> {
  const { position, hash } = start;
  const result: CheckResult = { position, hash, links: 0, heads: 0, removed: 0, erased: 0, finding: null };
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
