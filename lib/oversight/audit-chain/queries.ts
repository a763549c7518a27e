import { db, transaction } from "@/lib/kernel/db";
import { firstIdAt } from "@/lib/kernel/ids";
import { loadPage, toSkipTake, type Page, type PageRequest } from "@/lib/kernel/list/page";
import type { FieldChange } from "@/lib/access/audit/schema";
import { auditEntrySelect, type AuditEntryRow } from "@/lib/access/audit/serializer";
import { ERASE_ACTION } from "./erasure-records";
import { chainSelect, headSelect, type ChainRow, type HeadRow, type LinkRow } from "./serializer";

/** An audit entry, and whether it is in no chain although it does not wait for one. */
type EntryInChain = { id: string; occurredAt: Date; isInserted: boolean };

/** Reads the next entries of an organization after one of them, in the order of their time. */
export function findEntriesInChain(
  organizationId: string,
  after: { occurredAt: Date; id: string },
  limit: number,
): Promise<EntryInChain[]> {
  return db().$queryRaw<EntryInChain[]>`
    WITH batch AS MATERIALIZED (
      SELECT id, occurred_at FROM audit_entries
      WHERE organization_id = ${organizationId}::uuid
        AND occurred_at >= ${after.occurredAt} AND (occurred_at, id) > (${after.occurredAt}, ${after.id}::uuid)
      ORDER BY occurred_at, id LIMIT ${limit}::integer
    )
    SELECT id, occurred_at AS "occurredAt",
      NOT EXISTS (SELECT FROM audit_links AS link WHERE link.entry_id = batch.id)
        AND NOT EXISTS (SELECT FROM audit_queue AS queue WHERE queue.entry_id = batch.id) AS "isInserted"
    FROM batch ORDER BY occurred_at, id`;
}

// Any number that no other lock uses.
export const ADVISORY_LOCK = 7_270_736_905;

/** Makes this transaction the only one that appends links or signs heads. False while another one does. */
export async function lockChains(): Promise<boolean> {
  const rows = await db().$queryRaw<{ isLocked: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(${ADVISORY_LOCK}::bigint) AS "isLocked"`;
  return rows[0]?.isLocked ?? false;
}

/** Finds the next entries that are not in a chain yet, in the order of their ids. */
export const findQueuedIds = async (limit: number): Promise<string[]> => {
  const rows = await db().auditQueue.findMany({
    select: { entryId: true },
    orderBy: { entryId: "asc" },
    take: limit,
  });
  return rows.map(({ entryId }) => entryId);
};

export type QueuedEntry = AuditEntryRow & { organizationId: string };

/** Finds those of these entries that no chain contains, in the order of their ids. */
export async function findUnchainedEntries(ids: string[]): Promise<QueuedEntry[]> {
  const chained = await db().auditLink.findMany({
    where: { entryId: { in: ids } },
    select: { entryId: true },
  });
  const known = new Set(chained.map(({ entryId }) => entryId));
  return db().auditEntry.findMany({
    where: { id: { in: ids.filter((id) => !known.has(id)) } },
    select: { ...auditEntrySelect, organizationId: true },
    orderBy: { id: "asc" },
  });
}

export const removeFromQueue = (ids: string[]) =>
  db().$executeRaw`DELETE FROM audit_queue WHERE entry_id = ANY (${ids}::uuid[])`;

/** Counts the entries of an organization that are not in its chain yet. */
export const countQueued = (organizationId: string): Promise<number> =>
  db().auditQueue.count({ where: { organizationId } });

export const findChains = (organizationIds: string[]): Promise<ChainRow[]> =>
  db().auditChain.findMany({ where: { organizationId: { in: organizationIds } }, select: chainSelect });

export const findChain = (organizationId: string): Promise<ChainRow | null> =>
  db().auditChain.findUnique({ where: { organizationId }, select: chainSelect });

/** Finds the organizations that have a chain or entries waiting for one, in the order of their ids. */
export async function findChainedOrganizations(): Promise<string[]> {
  const rows = await db().$queryRaw<{ id: string }[]>`
    SELECT organization_id AS id FROM audit_chains UNION SELECT organization_id FROM audit_queue ORDER BY 1`;
  return rows.map(({ id }) => id);
}

export type NewLink = {
  organization_id: string;
  position: number;
  entry_id: string;
  occurred_at: string;
  content: string;
  hash: string;
  salts: Record<string, string>;
};

/** Inserts links, and moves the ends of their chains. */
export async function insertLinks(links: NewLink[]): Promise<void> {
  await db().$executeRaw`
    INSERT INTO audit_links (organization_id, position, entry_id, occurred_at, content, hash, salts)
    SELECT organization_id, position, entry_id, occurred_at, decode(content, 'hex'), decode(hash, 'hex'), salts
    FROM jsonb_to_recordset(${JSON.stringify(links)}::jsonb) AS link(organization_id uuid, position integer,
      entry_id uuid, occurred_at timestamptz, content text, hash text, salts jsonb)`;
  const ends = new Map(links.map((link) => [link.organization_id, link]));
  await db().$executeRaw`
    INSERT INTO audit_chains AS chain (organization_id, position, hash)
    SELECT organization_id, position, decode(hash, 'hex')
    FROM jsonb_to_recordset(${JSON.stringify([...ends.values()])}::jsonb)
      AS link(organization_id uuid, position integer, hash text)
    ON CONFLICT (organization_id) DO UPDATE SET position = EXCLUDED.position, hash = EXCLUDED.hash`;
}

/** Finds the next links of a chain with their entries. */
export function findLinks(
  organizationId: string,
  range: { after: number; until: number; limit: number },
): Promise<LinkRow[]> {
  return db().$queryRaw<LinkRow[]>`
    SELECT link.position, link.entry_id AS "entryId", link.occurred_at AS "linkedTime",
      encode(link.content, 'hex') AS content, encode(link.hash, 'hex') AS hash, link.salts, link.erased,
      entry.id, entry.organization_id AS "organizationId", entry.occurred_at AS "occurredAt",
      entry.actor_type AS "actorType", entry.actor_id AS "actorId", entry.actor_name AS "actorName", entry.action,
      entry.subject_id AS "subjectId", entry.address, entry.browser, entry.request_id AS "requestId", entry.changes
    FROM audit_links AS link LEFT JOIN audit_entries AS entry ON entry.id = link.entry_id
    WHERE link.organization_id = ${organizationId}::uuid AND link.position > ${range.after}::integer
      AND link.position <= ${range.until}::integer
    ORDER BY link.position LIMIT ${range.limit}::integer`;
}

/** Finds the hash of one link; null when there is none at this position. */
export async function findLinkHash(organizationId: string, position: number): Promise<string | null> {
  const rows = await db().$queryRaw<{ hash: string }[]>`
    SELECT encode(hash, 'hex') AS hash FROM audit_links
    WHERE organization_id = ${organizationId}::uuid AND position = ${position}::integer`;
  return rows[0]?.hash ?? null;
}

/** Finds the heads of these positions, the lowest first. */
export const findHeads = (organizationId: string, after: number, until: number): Promise<HeadRow[]> =>
  db().auditHead.findMany({
    where: { organizationId, position: { gt: after, lte: until } },
    select: headSelect,
    orderBy: { position: "asc" },
  });

export const findHead = (organizationId: string, position: number): Promise<HeadRow | null> =>
  db().auditHead.findUnique({
    where: { organizationId_position: { organizationId, position } },
    select: headSelect,
  });

/** Finds the newest head at this position or before it. */
export const findHeadUntil = (organizationId: string, position: number): Promise<HeadRow | null> =>
  db().auditHead.findFirst({
    where: { organizationId, position: { lte: position } },
    select: headSelect,
    orderBy: { position: "desc" },
  });

/** Finds the latest time of the links of a range, and its position; null for an empty range. */
export const findLatestTime = (
  organizationId: string,
  { after, until }: { after: number; until: number },
): Promise<{ position: number; occurredAt: Date } | null> =>
  db().auditLink.findFirst({
    where: { organizationId, position: { gt: after, lte: until } },
    select: { position: true, occurredAt: true },
    orderBy: [{ occurredAt: "desc" }, { position: "asc" }],
  });

/** Finds the entries of an organization that record erasures and are in its chain or wait for it, in their order. */
export const findErasureRows = (
  organizationId: string,
): Promise<{ position: number | null; changes: FieldChange[] | null }[]> =>
  // All have the organization as subject, which an index finds.
  db().$queryRaw`
    SELECT link.position, entry.changes
    FROM audit_entries AS entry
      LEFT JOIN audit_links AS link ON link.entry_id = entry.id
      LEFT JOIN audit_queue AS queue ON queue.entry_id = entry.id
    WHERE entry.organization_id = ${organizationId}::uuid AND entry.subject_id = ${organizationId}
      AND entry.action = ${ERASE_ACTION} AND (link.entry_id IS NOT NULL OR queue.entry_id IS NOT NULL)
    ORDER BY link.position NULLS LAST`;

export const findNewestHead = (organizationId: string): Promise<HeadRow | null> =>
  db().auditHead.findFirst({
    where: { organizationId },
    select: headSelect,
    orderBy: { position: "desc" },
  });

/** The newest signed head of a chain, and the hash of the link at its position. Null where there is none. */
export type ChainEnd = {
  organizationId: string;
  position: number;
  token: string | null;
  hash: string | null;
};

/** Finds the ends of chains that have a signed head. */
export const findChainEnds = (organizationIds: string[]): Promise<ChainEnd[]> =>
  db().$queryRaw<ChainEnd[]>`
    SELECT chain.organization_id AS "organizationId", chain.signed_position AS position, head.token,
      encode(link.hash, 'hex') AS hash
    FROM audit_chains AS chain
      LEFT JOIN audit_heads AS head
        ON head.organization_id = chain.organization_id AND head.position = chain.signed_position
      LEFT JOIN audit_links AS link
        ON link.organization_id = chain.organization_id AND link.position = chain.signed_position
    WHERE chain.organization_id = ANY (${organizationIds}::uuid[]) AND chain.signed_position > 0`;

/** Finds the heads of an organization, the newest first. */
export const findHeadPage = (organizationId: string, page: PageRequest): Promise<Page<HeadRow>> =>
  loadPage(
    page,
    db().auditHead.findMany({
      where: { organizationId },
      select: headSelect,
      orderBy: { position: "desc" },
      ...toSkipTake(page),
    }),
    db().auditHead.count({ where: { organizationId } }),
  );

/**
 * Finds chains that have grown since their newest head. Those with a fault are tried again after the given time. Those
 * whose entries from before `completeUntil` still wait for their links are not found.
 */
export const findUnsignedChains = (
  faultsBefore: Date,
  completeUntil: Date,
  limit: number,
): Promise<ChainRow[]> =>
  db().$queryRaw<ChainRow[]>`
    SELECT organization_id AS "organizationId", position, hash, signed_position AS "signedPosition",
      pruned_position AS "prunedPosition", fault_position AS "faultPosition", fault, fault_found_at AS "faultFoundAt"
    FROM audit_chains AS chain
    WHERE position > signed_position AND (fault_found_at IS NULL OR fault_found_at < ${faultsBefore})
      AND NOT EXISTS (
        SELECT FROM audit_queue AS queue
        WHERE queue.organization_id = chain.organization_id AND queue.entry_id < ${firstIdAt(completeUntil)}::uuid)
    ORDER BY organization_id LIMIT ${limit}`;

/** Stores a head after the one at `signedPosition`. False when another runner has stored one meanwhile. */
export const insertHead = (
  { organizationId, signedPosition }: ChainRow,
  head: { position: number; signedAt: Date; token: string },
): Promise<boolean> =>
  transaction(async () => {
    const { count } = await db().auditChain.updateMany({
      where: { organizationId, signedPosition },
      data: { signedPosition: head.position, faultPosition: null, fault: null, faultFoundAt: null },
    });
    if (count === 0) return false;
    await db().auditHead.create({ data: { organizationId, ...head }, select: { position: true } });
    return true;
  });

export const saveFault = (
  organizationId: string,
  { position, fault, at }: { position: number; fault: string; at: Date },
) =>
  db().auditChain.updateMany({
    where: { organizationId },
    data: { faultPosition: position, fault, faultFoundAt: at },
  });

/**
 * Moves the beginnings of chains behind the newest head that was signed before a moment, if no entry before that head
 * exists any more.
 */
export const moveBeginnings = (before: Date): Promise<number> =>
  db().$executeRaw`
    UPDATE audit_chains AS chain SET pruned_position = head.position
    FROM (
      SELECT organization_id, max(position) AS position FROM audit_heads WHERE signed_at < ${before} GROUP BY 1
    ) AS head
    WHERE head.organization_id = chain.organization_id AND head.position > chain.pruned_position
      AND NOT EXISTS (
        SELECT FROM audit_links AS link JOIN audit_entries AS entry ON entry.id = link.entry_id
        WHERE link.organization_id = chain.organization_id AND link.position <= head.position)`;

/** Deletes at most `limit` links before the beginnings of their chains, and the heads that nothing needs any more. */
export async function removePastLinks(limit: number): Promise<number> {
  await db().$executeRaw`
    DELETE FROM audit_heads AS head USING audit_chains AS chain
    WHERE chain.organization_id = head.organization_id AND head.position < chain.pruned_position`;
  return db().$executeRaw`
    DELETE FROM audit_links AS link USING (
      SELECT past.organization_id, past.position FROM audit_chains AS chain
        JOIN audit_links AS past ON past.organization_id = chain.organization_id
      WHERE chain.pruned_position > 0 AND past.position <= chain.pruned_position LIMIT ${limit}
    ) AS past
    WHERE link.organization_id = past.organization_id AND link.position = past.position`;
}
