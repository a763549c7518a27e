import { auditEntrySelect, type AuditEntryRow } from "@/lib/access/audit/serializer";
import { db } from "@/lib/kernel/db";
import { findsAddressSql } from "@/lib/kernel/text-matches";
import { Prisma } from "@/prisma/generated/client";
import { ADVISORY_LOCK } from "./queries";
import { ERASED_NAME } from "./record";

/** Who is erased from entries of before a time: accounts, and addresses in lower case. */
export type AuditPerson = { userIds: string[]; addresses: string[]; before: Date };

/** Waits until no other transaction appends links or signs heads, and keeps them from it until the commit. */
export const waitForChains = () =>
  db().$queryRaw`SELECT pg_advisory_xact_lock(${ADVISORY_LOCK}::bigint) IS NULL AS locked`;

// A text of the statement, not a value: the condition of the index audit_entries_actor_idx has it.
const NOT_ERASED = Prisma.raw(
  `(actor_name <> '${ERASED_NAME}' OR address IS NOT NULL OR browser IS NOT NULL)`,
);

/** Whether the person did what an entry records, and the entry still says so. */
const isOfActor = ({ userIds }: AuditPerson): Prisma.Sql => Prisma.sql`
  (actor_type = 'User' AND actor_id = ANY (${userIds}::text[]) AND ${NOT_ERASED})`;

/** Whether an entry records a change of a value that contains an address of the person. */
const namesAddress = ({ addresses, before }: AuditPerson): Prisma.Sql => Prisma.sql`
  (changes IS NOT NULL AND occurred_at < ${before} AND ${findsAddressSql(Prisma.sql`changes::text`, addresses)})`;

export async function countPersonalEntries(person: AuditPerson): Promise<number> {
  const rows = await db().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM audit_entries WHERE ${isOfActor(person)} OR ${namesAddress(person)}`;
  return rows[0]?.count ?? 0;
}

export type PersonalEntry = AuditEntryRow & {
  organizationId: string;
  /** Null, like the salts, for an entry that waits for its link. */
  position: number | null;
  salts: Record<string, string> | null;
  erased: Record<string, string> | null;
  isActor: boolean;
  isInChanges: boolean;
};

/** Finds up to `limit` entries that tell who the person is, with what their links say of the fields. */
export async function findPersonalEntries(person: AuditPerson, limit: number): Promise<PersonalEntry[]> {
  const found = await db().$queryRaw<{ id: string; isActor: boolean; isInChanges: boolean }[]>`
    SELECT id, COALESCE(${isOfActor(person)}, false) AS "isActor", COALESCE(${namesAddress(person)}, false) AS "isInChanges"
    FROM audit_entries WHERE id = ANY (ARRAY(
      SELECT id FROM (
        (SELECT id FROM audit_entries WHERE ${isOfActor(person)} LIMIT ${limit}::integer)
        UNION (SELECT id FROM audit_entries WHERE ${namesAddress(person)} LIMIT ${limit}::integer)
      ) AS personal LIMIT ${limit}::integer))`;
  const ids = found.map(({ id }) => id);
  const [entries, links] = await Promise.all([
    db().auditEntry.findMany({
      where: { id: { in: ids } },
      select: { ...auditEntrySelect, organizationId: true },
    }),
    db().auditLink.findMany({
      where: { entryId: { in: ids } },
      select: { entryId: true, position: true, salts: true, erased: true },
      orderBy: { position: "asc" },
    }),
  ]);
  const [facts, linkOf] = [
    new Map(found.map((one) => [one.id, one])),
    new Map(links.map((one) => [one.entryId, one])),
  ];
  const noLink = { position: null, salts: null, erased: null };
  return entries.map((entry) => {
    const { isActor = false, isInChanges = false } = facts.get(entry.id) ?? {};
    const { position, salts, erased } = linkOf.get(entry.id) ?? noLink;
    return { ...entry, position, salts, erased, isActor, isInChanges } as PersonalEntry;
  });
}

export type ErasedLink = {
  entry_id: string;
  salts: Record<string, string>;
  erased: Record<string, string> | null;
};

/**
 * Stores the hashes of erased fields in links, and removes their salts. The ids stand beside the rows, because PostgreSQL
 * expects a hundred rows of any list in JSON and would read the whole table for them.
 */
export const saveErasedLinks = (links: ErasedLink[]) =>
  db().$executeRaw`
    UPDATE audit_links AS link SET salts = given.salts, erased = given.erased
    FROM jsonb_to_recordset(${JSON.stringify(links)}::jsonb) AS given(entry_id uuid, salts jsonb, erased jsonb)
    WHERE link.entry_id = given.entry_id AND link.entry_id = ANY (${links.map((link) => link.entry_id)}::uuid[])`;

/** Empties the fields of entries. A trigger refuses any other change. */
export async function emptyEntries(actorIds: string[], changesIds: string[]): Promise<void> {
  await db().$queryRaw`SELECT set_config('badges.erases_audit_fields', 'recorded', true)`;
  await db().$executeRaw`
    UPDATE audit_entries SET actor_name = ${ERASED_NAME}, address = NULL, browser = NULL
    WHERE id = ANY (${actorIds}::uuid[])`;
  await db().$executeRaw`UPDATE audit_entries SET changes = NULL WHERE id = ANY (${changesIds}::uuid[])`;
  await db().$queryRaw`SELECT set_config('badges.erases_audit_fields', 'off', true)`;
}
