import { getSigningKeys } from "@/lib/credentials/issuer-keys/service";
import { organizationDid } from "@/lib/credentials/open-badges/addresses";
import { proofMethodId } from "@/lib/credentials/open-badges/issuer";
import { clock } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import { log } from "@/lib/kernel/log";
import { findHeadKeys, readChain } from "./chain-reader";
import { signHead } from "./head-token";
import { findHead, findUnsignedChains, insertHead, saveFault } from "./queries";
import { FIRST_HASH } from "./record";
import type { Finding } from "./schema";
import { toHex, type ChainRow } from "./serializer";
import { checkChain, verifyHead, type CheckStart } from "./verification";

/** How many links a head adds to the one before. A longer chain gets heads in between, each in a turn of its own. */
const MAX_LINKS = 20_000;
const CHAINS_IN_A_TURN = 20;
/** Shorter than the hour between two runs, longer than the turns of one. */
const PAUSE_AFTER_FAULT_MS = 50 * 60_000;
const DAY_MS = 24 * 3_600_000;
const SECOND_MS = 1_000;

/** Returns the moment since which every entry must exist. */
export const keptSince = (days = env().AUDIT_KEPT_DAYS): Date =>
  new Date(clock.now().getTime() - days * DAY_MS);

/** Finds where the chain continues after its newest head, whose signature must be right. */
async function findStart({ organizationId, signedPosition: position }: ChainRow): Promise<CheckStart | null> {
  const keys = await findHeadKeys(organizationId);
  const start = { organizationId, position, keys, keptSince: keptSince() };
  if (position === 0) return { ...start, hash: FIRST_HASH };
  const head = await findHead(organizationId, position);
  const statement = head && (await verifyHead(head, organizationId, keys));
  return statement?.position === position ? { ...start, hash: statement.hash } : null;
}

/** Checks the links since the newest head, and signs the last of them if nothing is wrong. Returns what is. */
async function signNextHead(chain: ChainRow): Promise<Finding | null> {
  const { organizationId } = chain;
  const start = await findStart(chain);
  if (!start) return { position: chain.signedPosition, fault: "missing_head" };
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
  const { proofs } = await getSigningKeys(organizationId);
  const signedAt = clock.now();
  const token = await signHead(
    {
      type: "audit-head",
      version: 1,
      organization_id: organizationId,
      position,
      hash,
      iat: Math.floor(signedAt.getTime() / SECOND_MS),
    },
    proofs.privateKey,
    proofMethodId(organizationDid(organizationId), proofs),
  );
  await insertHead(organizationId, { position, signedAt, token });
  // Logs are often stored on another machine, so the heads are there, too.
  log.info({ organization: organizationId, position, hash }, "audit head signed");
  return null;
}

async function signOrSaveFault(chain: ChainRow): Promise<void> {
  const { organizationId } = chain;
  const finding = await signNextHead(chain);
  if (!finding) return;
  log.error(
    { organization: organizationId, ...finding },
    "the audit log was changed; its head is not signed",
  );
  await saveFault(organizationId, { ...finding, at: clock.now() });
}

/**
 * Signs the heads of chains that have grown. Before, it checks that the chain continues from its newest head without a
 * change; if not, it stores what is wrong and signs nothing. A turn does up to 20 chains, and for each up to 20,000 links.
 * True when more may be left.
 */
export async function signGrownChains(): Promise<boolean> {
  const faultsBefore = new Date(clock.now().getTime() - PAUSE_AFTER_FAULT_MS);
  const chains = await findUnsignedChains(faultsBefore, CHAINS_IN_A_TURN);
  for (const chain of chains) await signOrSaveFault(chain);
  const isLong = chains.some(({ position, signedPosition }) => position - signedPosition > MAX_LINKS);
  return isLong || chains.length === CHAINS_IN_A_TURN;
}
