import { presentAuditEntry } from "@/lib/access/audit/serializer";
import { transaction } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";
import {
  findChains,
  findQueuedIds,
  findUnchainedEntries,
  insertLinks,
  lockChains,
  removeFromQueue,
  type NewLink,
  type QueuedEntry,
} from "./queries";
import { createSalts, FIRST_HASH, hashEntry, hashLink } from "./record";
import { toHex } from "./serializer";

const BATCH_SIZE = 1_000;

type End = { position: number; hash: string };

/** Builds the link of an entry behind the end of its chain. */
function buildLink(row: QueuedEntry, end: End): NewLink {
  const { organizationId } = row;
  const entry = presentAuditEntry(row);
  const salts = createSalts(entry);
  const link = {
    organization_id: organizationId,
    position: end.position + 1,
    entry_id: entry.id,
    occurred_at: entry.occurred_at,
    content: hashEntry(organizationId, entry, { salts, erased: null }),
    salts,
  };
  return { ...link, hash: hashLink(organizationId, end.hash, link) };
}

async function buildLinks(entries: QueuedEntry[]): Promise<NewLink[]> {
  const chains = await findChains([...new Set(entries.map(({ organizationId }) => organizationId))]);
  const ends = new Map<string, End>(
    chains.map(({ organizationId, position, hash }) => [organizationId, { position, hash: toHex(hash) }]),
  );
  return entries.map((entry) => {
    const link = buildLink(entry, ends.get(entry.organizationId) ?? { position: 0, hash: FIRST_HASH });
    ends.set(entry.organizationId, link);
    return link;
  });
}

/**
 * Appends entries that wait to the chains of their organizations, up to 1,000 in one transaction. Only one process does
 * so at a time. Returns true when more may be left.
 */
export const appendWaitingEntries = (): Promise<boolean> =>
  transaction(async () => {
    if (!(await lockChains())) return false;
    const ids = await findQueuedIds(BATCH_SIZE);
    if (ids.length === 0) return false;
    const links = await buildLinks(await findUnchainedEntries(ids));
    if (links.length > 0) await insertLinks(links);
    const removed = ids.length - links.length;
    // They were removed because of their age, or moved between partitions.
    if (removed > 0) log.info({ removed }, "queued audit entries that need no link");
    await removeFromQueue(ids);
    return ids.length === BATCH_SIZE;
  });
