import { listProofKeysOf } from "@/lib/credentials/issuer-keys/service";
import { clock } from "@/lib/kernel/clock";
import {
  buildStart,
  createErasureReader,
  END,
  findHeadKeys,
  readBefore,
  readChain,
  toHeadKeys,
} from "./chain-reader";
import type { Fault } from "./choices";
import { checkLines, hashAt, type FileCheck } from "./export-lines";
import { readHead } from "./head-token";
import { keptSince } from "./heads";
import {
  type ChainEnd,
  findChain,
  findChainEnds,
  findHead,
  findNewestHead,
  findEntriesInChain,
} from "./queries";
import { FIRST_HASH } from "./record";
import type { Finding, HeadKey } from "./schema";
import { toHex, type ChainRow } from "./serializer";
import { checkChain, NOTHING_BEFORE, verifyHead, type CheckResult, type CheckStart } from "./verification";

export type VerifyOptions = {
  /** Since how many days every entry must exist; the retention period by default. */
  keptDays?: number | undefined;
  /** A head that was noted earlier. */
  head?: { position: number; hash: string } | undefined;
};

/** Before the first entry of an organization, in the order of their time. */
export const FIRST_ENTRY = { occurredAt: new Date(0), id: "00000000-0000-0000-0000-000000000000" };

export const EMPTY: CheckResult = {
  position: 0,
  hash: FIRST_HASH,
  before: NOTHING_BEFORE,
  links: 0,
  heads: 0,
  removed: 0,
  erased: 0,
  finding: null,
};

/** Finds where the chain begins: at its first link, or after a signed head from before the retention period. */
export async function findBeginning(
  { organizationId, prunedPosition: position }: ChainRow,
  keys: HeadKey[],
  since: Date,
): Promise<{ position: number; hash: string } | Finding> {
  if (position === 0) return { position, hash: FIRST_HASH };
  const head = await findHead(organizationId, position);
  const statement = head && (await verifyHead(head, organizationId, keys));
  if (statement?.position !== position) return { position, fault: "missing_head" };
  if (new Date(statement.iat * 1_000) >= since) return { position, fault: "removed_start" };
  return { position, hash: statement.hash };
}

/** Lists the positions whose hash is known besides the links. */
export async function listExpected(
  chain: ChainRow | null,
  { head }: VerifyOptions,
): Promise<Map<number, string>> {
  const expected = new Map<number, string>();
  if (chain) expected.set(chain.position, toHex(chain.hash));
  if (head) expected.set(head.position, head.hash);
  return expected;
}

const withFinding = (result: CheckResult, finding: Finding): CheckResult => ({ ...result, finding });

/** So many entries are looked up in the chain by one statement, which takes the same time in a chain of any length. */
const ENTRIES_IN_STATEMENT = 10_000;

/** Whether an entry is in no chain although it does not wait for one. */
async function hasInsertedEntry(organizationId: string): Promise<boolean> {
  let after: { occurredAt: Date; id: string } | undefined = FIRST_ENTRY;
  while (after) {
    const entries = await findEntriesInChain(organizationId, after, ENTRIES_IN_STATEMENT);
    if (entries.some(({ isInserted }) => isInserted)) return true;
    after = entries.length === ENTRIES_IN_STATEMENT ? entries.at(-1) : undefined;
  }
  return false;
}

/**
 * Verifies the chain of an organization against its entries: every link, every signed head, and that the audit log has
 * no entry that was never added. Returns the first thing that is wrong.
 */
export async function verifyChain(organizationId: string, options: VerifyOptions = {}): Promise<CheckResult> {
  const since = keptSince(options.keptDays);
  const chain = await findChain(organizationId);
  const newest = await findNewestHead(organizationId);
  if (!chain && newest) return withFinding(EMPTY, { position: 1, fault: "cut_end" });
  const keys = await findHeadKeys(organizationId);
  const beginning = chain ? await findBeginning(chain, keys, since) : EMPTY;
  if ("fault" in beginning) return withFinding(EMPTY, beginning);
  const start: CheckStart = {
    ...(await buildStart(organizationId, beginning, keys)),
    keptSince: since,
    signedPosition: chain?.signedPosition ?? 0,
  };
  const expected = await listExpected(chain, options);
  const result = await checkChain(
    { ...start, expected },
    readChain({ organizationId, after: start.position, until: END }),
  );
  if (result.finding) return result;
  const hasMore = await hasInsertedEntry(organizationId);
  return hasMore ? withFinding(result, { position: result.position + 1, fault: "inserted_entry" }) : result;
}

/**
 * Verifies an exported file, and that the chain of today contains it: the last link of the file, and the one after which
 * it begins, have the same hashes in the database, unless they were removed by their age. The keys are those of the
 * database, so that a file cannot bring its own.
 */
export async function verifyFile(
  lines: AsyncIterable<string>,
  options: VerifyOptions = {},
): Promise<FileCheck> {
  const check = await checkLines(
    lines,
    async ({ organization_id: id, exported_at: at, after_position: after }) => {
      const keys = await findHeadKeys(id);
      return {
        keys,
        before: await readBefore(id, after, keys),
        readErasures: createErasureReader(id),
        // Entries that were removed before the export, by the retention period.
        keptSince: new Date(keptSince(options.keptDays).getTime() - (clock.now().getTime() - Date.parse(at))),
        expected: await listExpected(null, options),
      };
    },
  );
  if (check.result.finding) return check;
  const { organization_id: organizationId, after_position: after, after_hash: afterHash } = check.header;
  const chain = await findChain(organizationId);
  const pairs = [
    { position: after, hash: afterHash },
    { position: check.result.position, hash: check.result.hash },
  ];
  for (const { position, hash } of pairs) {
    if (chain && position > 0 && position <= chain.prunedPosition) continue;
    const stored = await hashAt(organizationId, position);
    if (stored === hash) continue;
    const fault = stored === null ? "cut_end" : "different_head";
    return { ...check, result: { ...check.result, finding: { position, fault } } };
  }
  return check;
}

/**
 * Returns where an export begins: after this position, or after the removed links. Null when the chain has no such
 * position.
 */
export async function findExportStart(
  organizationId: string,
  after: number,
): Promise<{ after: number; afterHash: string } | null> {
  const pruned = (await findChain(organizationId))?.prunedPosition ?? 0;
  const position = Math.max(after, pruned);
  const head = position > 0 && position === pruned ? await findHead(organizationId, position) : null;
  const stated = head && readHead(head.token)?.statement.hash;
  const afterHash = stated ?? (await hashAt(organizationId, position));
  return afterHash === null ? null : { after: position, afterHash };
}

async function checkChainEnd(
  { organizationId, position, token, hash }: ChainEnd,
  keys: HeadKey[],
): Promise<Fault | null> {
  if (token === null) return "missing_head";
  const statement = await verifyHead({ position, token }, organizationId, keys);
  if (statement?.position !== position) return "forged_head";
  // The link may be gone because of its age, while the head stays as the beginning of the chain.
  return hash === null || hash === statement.hash ? null : "different_head";
}

/**
 * Verifies the newest signed head of each organization, and that the link of its position has the same hash. Reads no
 * other link. Returns what is wrong, by the organization.
 */
export async function verifyNewestHeads(organizationIds: string[]): Promise<Map<string, Fault>> {
  const keys = await listProofKeysOf(organizationIds);
  const faults = new Map<string, Fault>();
  for (const end of await findChainEnds(organizationIds)) {
    const { organizationId: id } = end;
    const fault = await checkChainEnd(end, toHeadKeys(id, keys.get(id) ?? []));
    if (fault !== null) faults.set(id, fault);
  }
  return faults;
}
