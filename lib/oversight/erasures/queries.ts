import { db } from "@/lib/kernel/db";
import { Prisma } from "@/prisma/generated/client";
import type { Counts, Requester, StoredSubject } from "./schema";
import { digestSelect, erasureSelect, type DigestRow, type ErasureRow } from "./serializer";

type Bytes = Uint8Array<ArrayBuffer>;

type Person = Pick<StoredSubject, "userIds" | "addresses">;

/** Names, and ids of other systems, that one erasure looks for in texts of the organizations that know them. */
const MAX_NAMES = 500;
/** The shortest first name, last name and id of another system that are looked for in texts. */
const MIN_LETTERS = 3;

/** Finds the addresses that belong to an account and to those merged into it: confirmed ones and the primary one. */
export async function findOwnAddresses(userId: string): Promise<string[]> {
  const rows = await db().$queryRaw<{ email: string }[]>`
    SELECT DISTINCT email FROM user_emails
    WHERE user_id IN (SELECT id FROM users WHERE id = ${userId}::uuid OR merged_into_id = ${userId}::uuid)
      AND (confirmed_at IS NOT NULL OR "primary") ORDER BY email`;
  return rows.map(({ email }) => email);
}

export async function findAccountIds(userId: string): Promise<string[]> {
  const rows = await db().$queryRaw<{ id: string }[]>`
    SELECT id FROM users WHERE id = ${userId}::uuid OR merged_into_id = ${userId}::uuid`;
  return rows.map(({ id }) => id);
}

/** Finds the employees who are connected with these accounts, or at these addresses. */
export async function findEmployeeIds({ userIds, addresses }: Person): Promise<string[]> {
  const rows = await db().employee.findMany({
    where: { OR: [{ userId: { in: userIds } }, { email: { in: addresses } }] },
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}

/** Finds the ids that organizations gave a person as an employee and as an earner. Shorter ones are in too many texts. */
export const findKnownIds = ({ userIds, addresses }: Person): Promise<StoredSubject["knownIds"]> =>
  db().$queryRaw`
    SELECT DISTINCT organization_id AS "organizationId", id FROM (
      SELECT organization_id, external_id AS id FROM employees WHERE email = ANY (${addresses}::text[])
      UNION ALL SELECT organization_id, external_id FROM employees WHERE user_id = ANY (${userIds}::uuid[])
      UNION ALL (SELECT organization_id, issuer_earner_id FROM issued_badges
        WHERE user_id = ANY (${userIds}::uuid[]) LIMIT 10000)
      UNION ALL (SELECT organization_id, issuer_earner_id FROM issued_badges
        WHERE user_id IS NULL AND recipient_email = ANY (${addresses}::text[]) LIMIT 10000)
    ) AS known WHERE length(id) >= ${MIN_LETTERS} LIMIT ${MAX_NAMES}`;

/**
 * Finds the names of a person with the organizations that know them: on badges, in records of employers, and, where the
 * person has a badge, an employment or a membership, that of the account. Shorter names are in too many texts.
 */
export const findKnownNames = ({ userIds, addresses }: Person): Promise<StoredSubject["knownNames"]> =>
  db().$queryRaw`
    WITH known AS (
      (SELECT organization_id, issued_to_first_name AS first, issued_to_last_name AS last FROM issued_badges
        WHERE user_id = ANY (${userIds}::uuid[]) LIMIT 10000)
      UNION (SELECT organization_id, issued_to_first_name, issued_to_last_name FROM issued_badges
        WHERE user_id IS NULL AND recipient_email = ANY (${addresses}::text[]) LIMIT 10000)
      UNION SELECT organization_id, first_name, last_name FROM employees
        WHERE email = ANY (${addresses}::text[]) OR user_id = ANY (${userIds}::uuid[])
    ), organization AS (
      SELECT organization_id FROM known
      UNION SELECT organization_id FROM memberships WHERE user_id = ANY (${userIds}::uuid[])
    )
    SELECT organization_id AS "organizationId", first, last FROM (
      SELECT organization_id, first, last FROM known
      UNION SELECT organization_id, first_name, last_name FROM organization CROSS JOIN users
        WHERE users.id = ANY (${userIds}::uuid[])
    ) AS name
    WHERE length(first) >= ${MIN_LETTERS} AND length(last) >= ${MIN_LETTERS} LIMIT ${MAX_NAMES}`;

/** Returns the salt of all erasures; null before the first. */
export async function findSalt(): Promise<Bytes | null> {
  const row = await db().erasure.findFirst({ select: { salt: true }, orderBy: { createdAt: "asc" } });
  return row?.salt ?? null;
}

export type NewErasure = {
  id: string;
  requestedBy: Requester;
  subject: StoredSubject;
  salt: Bytes;
  digests: Bytes[];
  userIds: string[];
  counts: Counts;
  createdAt: Date;
  dueAt: Date;
};

export const insertErasure = (data: NewErasure) => db().erasure.create({ data, select: { id: true } });

export const findErasure = (id: string): Promise<ErasureRow | null> =>
  db().erasure.findUnique({ where: { id }, select: erasureSelect });

/**
 * Locks an erasure that is not finished, before everything else (decision 0067). Null when it is finished, or when another
 * process works on it.
 */
export async function lockErasure(id: string): Promise<ErasureRow | null> {
  const rows = await db().$queryRaw<{ id: string }[]>`
    SELECT id FROM erasures WHERE id = ${id}::uuid AND finished_at IS NULL FOR UPDATE SKIP LOCKED`;
  return rows[0] ? findErasure(rows[0].id) : null;
}

/** Locks the oldest erasure that is due, and that no other process works on. */
export async function lockDueErasure(at: Date): Promise<ErasureRow | null> {
  const rows = await db().$queryRaw<{ id: string }[]>`
    SELECT id FROM erasures WHERE finished_at IS NULL AND due_at <= ${at}
    ORDER BY created_at LIMIT 1 FOR UPDATE SKIP LOCKED`;
  return rows[0] ? findErasure(rows[0].id) : null;
}

/** Makes an erasure due later. */
export const postponeErasure = (id: string, dueAt: Date) =>
  db().erasure.update({ where: { id }, data: { dueAt }, select: { id: true } });

type Progress = {
  step: number;
  position: string | null;
  passes: number;
  counts: Counts;
  dueAt?: Date;
};

export const saveProgress = (id: string, progress: Progress) =>
  db().erasure.update({ where: { id }, data: progress, select: { id: true } });

/** Ends an erasure: from now on nothing in it says who the person was. */
export const saveFinish = (id: string, counts: Counts, finishedAt: Date) =>
  db().erasure.update({
    where: { id },
    data: { counts, finishedAt, subject: Prisma.DbNull, position: null },
    select: { id: true },
  });

/** Reads what is needed to repeat erasures, in the order of their time. */
export const findDigests = (): Promise<DigestRow[]> =>
  db().erasure.findMany({ select: digestSelect, orderBy: { createdAt: "asc" } });

/** Finds addresses that have one of these digests: of accounts, and where a person without an account can be named. */
export async function findAddressesByDigest(salt: Bytes, digests: Bytes[]): Promise<string[]> {
  const rows = await db().$queryRaw<{ email: string }[]>`
    SELECT email FROM (
      SELECT email FROM user_emails
      UNION SELECT recipient_email FROM issued_badges
      UNION SELECT email FROM employees
      UNION SELECT email FROM learning_students
      UNION SELECT recipient_email FROM badge_import_rows
      UNION SELECT email FROM member_invitations
    ) AS known
    WHERE email <> '' AND sha256(${salt}::bytea || convert_to(email, 'UTF8')) = ANY (${digests}::bytea[])
    ORDER BY email`;
  return rows.map(({ email }) => email);
}
