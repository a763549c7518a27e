import { getSigningKeys } from "@/lib/credentials/issuer-keys/service";
import { organizationDid } from "@/lib/credentials/open-badges/addresses";
import { proofMethodId } from "@/lib/credentials/open-badges/issuer";
import { clock } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import { log } from "@/lib/kernel/log";
import { createErasureReader, findHeadKeys, readChain } from "./chain-reader";
import { signHead } from "./head-token";
import { findHead, findUnsignedChains, insertHead, saveFault } from "./queries";
import { FIRST_HASH } from "./record";
import type { Finding, HeadStatement } from "./schema";
import { toHex, type ChainRow } from "./serializer";
import {
  checkChain,
  NOTHING_BEFORE,
  TIME_TOLERANCE_MS,
  toHeadBefore,
  verifyHead,
  type CheckStart,
} from "./verification";

/** How many links a head adds to the one before. A longer chain gets heads in between, each in a turn of its own. */
const MAX_LINKS = 20_000;
const CHAINS_IN_A_TURN = 20;
/** Shorter than the hour between two runs, longer than the turns of one. */
const PAUSE_AFTER_FAULT_MS = 50 * 60_000;
const DAY_MS = 24 * 3_600_000;
const SECOND_MS = 1_000;

/** A time before all entries. */
const FIRST_TIME = new Date(0);

type SignedEnd = { position: number; hash: string; completeUntil: Date };

/** Returns the moment since which every entry must exist. */
export const keptSince = (days = env().AUDIT_KEPT_DAYS): Date =>
  new Date(clock.now().getTime() - days * DAY_MS);

/** Finds where the chain continues after its newest head, whose signature must be right. */
async function findStart({ organizationId, signedPosition: position }: ChainRow): Promise<CheckStart | null> {
  const keys = await findHeadKeys(organizationId);
  const readErasures = createErasureReader(organizationId);
  const start = { organizationId, position, keys, keptSince: keptSince(), readErasures };
  if (position === 0) return { ...start, hash: FIRST_HASH, before: NOTHING_BEFORE };
  const head = await findHead(organizationId, position);
  const statement = head && (await verifyHead(head, organizationId, keys));
  if (statement?.position !== position) return null;
  return { ...start, hash: statement.hash, before: { head: toHeadBefore(statement), latest: null } };
}

/** What a new head states: which link is the last one, and that no older entries follow. */
function buildStatement(chain: ChainRow, { before }: CheckStart, end: SignedEnd): HeadStatement {
  const { position, hash, completeUntil } = end;
  // The links after the head of a part are already there, and may be older.
  const isLast = position === chain.position;
  const seconds = Math.floor(
    (isLast ? completeUntil : (before.head?.completeUntil ?? FIRST_TIME)).getTime() / SECOND_MS,
  );
  return {
    type: "audit-head",
    version: 1,
    organization_id: chain.organizationId,
    position,
    hash,
    iat: Math.floor(clock.now().getTime() / SECOND_MS),
    previous_head: chain.signedPosition,
    complete_until: seconds,
  };
}

/**
 * Checks the links since the newest head, and signs the last of them if nothing is wrong. All entries from before
 * `completeUntil` have their links. Returns what is wrong.
 */
async function signNextHead(chain: ChainRow, completeUntil: Date): Promise<Finding | null> {
  const { organizationId, signedPosition } = chain;
  const start = await findStart(chain);
  if (!start) return { position: signedPosition, fault: "missing_head" };
  const until = Math.min(chain.position, start.position + MAX_LINKS);
  // The end that the chain should have. It is only in reach of the last head.
  const expected =
    until === chain.position ? new Map([[until, toHex(chain.hash)]]) : new Map<number, string>();
  const { finding, position, hash } = await checkChain(
    { ...start, expected },
    readChain({ organizationId, after: start.position, until }),
  );
  if (finding) return finding;
  if (position !== until) return { position: position + 1, fault: "cut_end" };
  const statement = buildStatement(chain, start, { position, hash, completeUntil });
  const { proofs } = await getSigningKeys(organizationId);
  const keyId = proofMethodId(organizationDid(organizationId), proofs);
  const token = await signHead(statement, proofs.privateKey, keyId);
  if (!(await insertHead(chain, { position, signedAt: clock.now(), token }))) return null;
  // Logs are often stored on another machine, so the heads are there, too.
  log.info({ organization: organizationId, position, hash }, "audit head signed");
  return null;
}

/** Signs the next head of a chain. An error, such as a key that cannot be read, ends this chain's turn and no other's. */
async function trySigning(chain: ChainRow, completeUntil: Date): Promise<Finding | null> {
  const { organizationId, position } = chain;
  try {
    const finding = await signNextHead(chain, completeUntil);
    if (finding)
      log.error(
        { organization: organizationId, ...finding },
        "the audit log was changed; its head is not signed",
      );
    return finding;
  } catch (error) {
    log.error({ err: error, organization: organizationId }, "an audit head could not be signed");
    return { position, fault: "unsigned_head" };
  }
}

async function signOrSaveFault(chain: ChainRow, completeUntil: Date): Promise<void> {
  const { organizationId } = chain;
  const finding = await trySigning(chain, completeUntil);
  if (!finding) return;
  await saveFault(organizationId, { ...finding, at: clock.now() });
}

/**
 * Signs the heads of chains that have grown. Before, it checks that the chain continues from its newest head without a
 * change; if not, it stores what is wrong and signs nothing. A turn does up to 20 chains, and for each up to 20,000 links.
 * True when more may be left.
 */
export async function signGrownChains(): Promise<boolean> {
  const now = clock.now().getTime();
  const completeUntil = new Date(now - TIME_TOLERANCE_MS);
  const faultsBefore = new Date(now - PAUSE_AFTER_FAULT_MS);
  const chains = await findUnsignedChains(faultsBefore, completeUntil, CHAINS_IN_A_TURN);
  for (const chain of chains) await signOrSaveFault(chain, completeUntil);
  const isLong = chains.some(({ position, signedPosition }) => position - signedPosition > MAX_LINKS);
  return isLong || chains.length === CHAINS_IN_A_TURN;
}
