import { db, transaction } from "@/lib/kernel/db";
import { conflict } from "@/lib/kernel/errors";
import { Prisma } from "@/prisma/generated/client";

const { sql, raw } = Prisma;

/**
 * The domains of all addresses of the demonstration: of its first organization, and of its partner. Names below .example belong to
 * nobody (RFC 6761), so no mail can confirm one of these addresses: only the demonstration has accounts with them.
 */
export const DEMONSTRATION_DOMAINS = ["lumen-academy.example", "tideline.example"] as const;

/**
 * Tables whose rows stay: nothing ends an entry of an audit log before its time, and its chain is verified with the keys of the
 * organization (decision 0124).
 */
const KEPT_TABLES = [
  "audit_entries",
  "audit_queue",
  "audit_links",
  "audit_chains",
  "audit_heads",
  "signing_keys",
];

const DEMONSTRATION_ADDRESS = sql`split_part(email, '@', 2) = ANY (${DEMONSTRATION_DOMAINS}::text[])`;

type Demonstration = {
  organizations: { id: string; name: string }[];
  userIds: string[];
};

/** Finds the organizations whose administrators are those of the demonstration, the oldest first, and its accounts. */
export async function findDemonstration(): Promise<Demonstration> {
  const organizations = await db().$queryRaw<{ id: string; name: string }[]>`
    SELECT organization.id, organization.name FROM organizations AS organization
    WHERE organization.id IN (
      SELECT membership.organization_id FROM memberships AS membership JOIN user_emails ON user_emails.user_id = membership.user_id
      WHERE membership.role = 'administrator' AND ${DEMONSTRATION_ADDRESS})
      AND organization.test_of_id IS NULL
    ORDER BY organization.created_at, organization.id`;
  const users = await db().$queryRaw<{ id: string }[]>`
    SELECT DISTINCT user_id AS id FROM user_emails WHERE ${DEMONSTRATION_ADDRESS} ORDER BY 1`;
  return { organizations, userIds: users.map(({ id }) => id) };
}

/** Lists the tables with rows of organizations, those first whose rows refer to others that cannot be deleted before. */
async function listTables(): Promise<string[]> {
  const rows = await db().$queryRaw<{ name: string; parents: string[] }[]>`
    SELECT relname::text AS name, COALESCE((
      SELECT array_agg(confrelid::regclass::text) FROM pg_constraint
      WHERE conrelid = pg_class.oid AND contype = 'f' AND confdeltype IN ('a', 'r') AND confrelid <> conrelid), '{}') AS parents
    FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
      AND relname <> ALL (${KEPT_TABLES}::text[])
      AND EXISTS (SELECT FROM pg_attribute WHERE attrelid = pg_class.oid AND attname = 'organization_id' AND NOT attisdropped)
    ORDER BY relname`;
  const parentsOf = new Map(rows.map(({ name, parents }) => [name, parents]));
  const sorted = new Set<string>();
  // A table is added before its parents: those that it refers to wait until nothing that is left refers to them.
  const isFree = (name: string): boolean =>
    rows.every((other) => sorted.has(other.name) || !parentsOf.get(other.name)?.includes(name));
  while (sorted.size < rows.length) {
    const free = rows.filter(({ name }) => !sorted.has(name) && isFree(name));
    if (free.length === 0) throw new Error("Tables refer to each other in a circle.");
    for (const { name } of free) sorted.add(name);
  }
  return [...sorted];
}

/** Whether another organization issues from templates of these, or has badges that these issued. Such badges stay. */
async function hasBadgesOfOthers(ids: string[]): Promise<boolean> {
  const rows = await db().$queryRaw<unknown[]>`
    SELECT FROM issued_badges WHERE template_organization_id = ANY (${ids}::uuid[]) AND NOT organization_id = ANY (${ids}::uuid[])
    UNION ALL
    SELECT FROM issued_badges WHERE organization_id = ANY (${ids}::uuid[]) AND NOT template_organization_id = ANY (${ids}::uuid[])
    LIMIT 1`;
  return rows.length > 0;
}

/** Deletes organizations with all that belongs to them, and returns how many rows of each table, if any. */
export function deleteOrganizations(ids: string[]): Promise<Record<string, number>> {
  return transaction(async () => {
    await db().$queryRaw`SELECT id FROM organizations WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR UPDATE`;
    const tests = await db().$queryRaw<{ id: string }[]>`
      SELECT id FROM organizations WHERE test_of_id = ANY (${ids}::uuid[]) ORDER BY id FOR UPDATE`;
    const all = [...ids, ...tests.map(({ id }) => id)];
    if (await hasBadgesOfOthers(all))
      throw conflict(
        "badges_of_others",
        "Badges of another organization were issued from a template of the demonstration, or the other way round. Delete them first.",
      );
    await db().$executeRaw`
      DELETE FROM status_list_entries WHERE list_id IN (SELECT id FROM status_lists WHERE organization_id = ANY (${all}::uuid[]))`;
    const deleted: Record<string, number> = {};
    for (const table of await listTables()) {
      const count = await db()
        .$executeRaw`DELETE FROM ${raw(`"${table}"`)} WHERE organization_id = ANY (${all}::uuid[])`;
      if (count > 0) deleted[table] = count;
    }
    deleted.organizations = await db().$executeRaw`DELETE FROM organizations WHERE id = ANY (${all}::uuid[])`;
    return deleted;
  }, REMOVAL_LIMIT_MS);
}

/** Longer than a request may take: a demonstration in use for months can have many events. */
const REMOVAL_LIMIT_MS = 600_000;

/** Counts the badges of organizations that were issued to addresses outside of the demonstration. */
export async function countBadgesForOthers(ids: string[]): Promise<number> {
  const rows = await db().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM issued_badges
    WHERE organization_id = ANY (${ids}::uuid[])
      AND split_part(recipient_email, '@', 2) <> ALL (${DEMONSTRATION_DOMAINS}::text[])`;
  return rows[0]?.count ?? 0;
}
