import { db } from "@/lib/kernel/db";
import { containsAddressSql, findsAddressSql, mayContainAddressSql } from "@/lib/kernel/text-matches";
import { Prisma } from "@/prisma/generated/client";
import { eraseRequestSql, isRequestOf } from "./queries";
import type { Subject } from "./schema";

const { sql } = Prisma;

/** Rows of a table that name a person, and how they stop doing so. */
export type TableStep = {
  table: string;
  /** The column with the time at which a row was written. */
  writtenAt: string;
  /** Chooses the rows. Once they are erased, it does not choose them any more. */
  where: (subject: Subject) => Prisma.Sql;
  /** The assignments of an update; null to delete the rows. */
  set: ((subject: Subject) => Prisma.Sql) | null;
  /** Also deletes the mails about the rows. */
  hasMails?: true;
  /** The type of the column `id`, by whose order the whole table is read in batches. By default the rows are found by an index. */
  scannedBy?: "uuid";
};

const isOwnAddress = (column: string, { addresses }: Subject): Prisma.Sql =>
  sql`${Prisma.raw(column)} = ANY (${addresses}::text[])`;

/** Whether a text contains an address of the person. */
const hasAddress = (text: Prisma.Sql, { addresses }: Subject): Prisma.Sql =>
  containsAddressSql(text, addresses);

/** The tables whose rows are erased with one statement, by the kind in the report. */
export const TABLE_STEPS = {
  // Addresses that another account has added and not confirmed.
  address_claims: {
    table: "user_emails",
    writtenAt: "created_at",
    where: (one) => sql`${isOwnAddress("email", one)} AND NOT user_id = ANY (${one.userIds}::uuid[])`,
    set: null,
  },
  invitations: {
    table: "member_invitations",
    writtenAt: "created_at",
    where: (one) => isOwnAddress("email", one),
    set: null,
    hasMails: true,
  },
  connection_requests: {
    table: "learning_connection_requests",
    writtenAt: "asked_at",
    where: (one) => isOwnAddress("email", one),
    set: null,
    hasMails: true,
  },
  test_mails: {
    table: "test_mails",
    writtenAt: "sent_at",
    where: (one) => isOwnAddress("to_address", one),
    set: null,
  },
  learning_logs: {
    table: "learning_logs",
    writtenAt: "created_at",
    where: (one) => sql`id IN (
      SELECT log.id FROM learning_students AS student
      JOIN learning_logs AS log ON log.integration_id = student.integration_id
      WHERE ${isOwnAddress("student.email", one)} AND (${hasAddress(sql`log.data::text`, one)}
        OR strpos(log.data::text, to_json(student.extern_id)::text) > 0))`,
    set: () => sql`data = '{}'`,
  },
  students: {
    table: "learning_students",
    writtenAt: "created_at",
    where: (one) => isOwnAddress("email", one),
    set: null,
  },
  api_requests: {
    table: "api_requests",
    writtenAt: "occurred_at",
    where: isRequestOf,
    set: eraseRequestSql,
    scannedBy: "uuid",
  },
  saved_views: {
    table: "saved_views",
    writtenAt: "created_at",
    where: (one) => findsAddressSql(sql`parameters::text`, one.addresses),
    set: null,
  },
  move_runs: {
    table: "move_runs",
    writtenAt: "started_at",
    where: (one) => findsAddressSql(sql`refusals::text`, one.addresses),
    set: () => sql`refusals = '[]'`,
  },
} as const satisfies Record<string, TableStep>;

const isChosen = (step: TableStep, subject: Subject): Prisma.Sql =>
  sql`${Prisma.raw(step.writtenAt)} < ${subject.before} AND ${step.where(subject)}`;

const tableName = ({ table }: TableStep): Prisma.Sql => Prisma.raw(`"${table}"`);

export async function countTableRows(step: TableStep, subject: Subject): Promise<number> {
  const rows = await db().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM ${tableName(step)} WHERE ${isChosen(step, subject)}`;
  return rows[0]?.count ?? 0;
}

const eraseSql = (step: TableStep, subject: Subject, condition: Prisma.Sql): Prisma.Sql =>
  step.set === null
    ? sql`DELETE FROM ${tableName(step)} WHERE ${condition} RETURNING id`
    : sql`UPDATE ${tableName(step)} SET ${step.set(subject)} WHERE ${condition} RETURNING id`;

async function countErased(step: TableStep, subject: Subject, condition: Prisma.Sql): Promise<number> {
  const mails = sql`DELETE FROM outbox_messages WHERE kind = 'mail' AND subject_id IN (SELECT id FROM erased)`;
  const rows = await db().$queryRaw<{ count: number }[]>`
    WITH erased AS (${eraseSql(step, subject, condition)})
    ${step.hasMails ? sql`, mails AS (${mails})` : Prisma.empty}
    SELECT count(*)::int AS count FROM erased`;
  return rows[0]?.count ?? 0;
}

/** Erases up to `limit` rows that an index finds. Returns how many. */
export const eraseTableRows = (step: TableStep, subject: Subject, limit: number): Promise<number> =>
  countErased(
    step,
    subject,
    sql`id = ANY (ARRAY(SELECT id FROM ${tableName(step)} WHERE ${isChosen(step, subject)} LIMIT ${limit}))`,
  );

/** Erases among the next `limit` rows in the order of ids. Returns how many, and where to continue; null at the end. */
export async function eraseScannedRows(
  step: TableStep,
  subject: Subject,
  { after, limit }: { after: string; limit: number },
): Promise<{ erased: number; position: string | null }> {
  const rows = await db().$queryRaw<{ id: string }[]>`
    SELECT id FROM ${tableName(step)} WHERE id > ${after}::uuid ORDER BY id OFFSET ${limit - 1} LIMIT 1`;
  const position = rows[0]?.id ?? null;
  const untilEnd = position === null ? Prisma.empty : sql`AND id <= ${position}::uuid`;
  const erased = await countErased(
    step,
    subject,
    sql`id > ${after}::uuid ${untilEnd} AND ${isChosen(step, subject)}`,
  );
  return { erased, position };
}

const digestsSql = ({ addresses }: Subject): Prisma.Sql => sql`ARRAY(
  SELECT sha256(convert_to(own.address, 'UTF8')) FROM unnest(${addresses}::text[]) AS own(address))`;

/** Counts the mails that wait because a recipient reached a limit. */
export async function countWaitingMails(subject: Subject): Promise<number> {
  const rows = await db().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM outbox_messages
    WHERE kind = 'mail' AND recipient_digest = ANY (${digestsSql(subject)}) AND created_at < ${subject.before}`;
  return rows[0]?.count ?? 0;
}

/** Deletes the mails that wait for the addresses, and the hashes of the addresses with which sent ones are counted. */
export async function eraseWaitingMails(subject: Subject): Promise<number> {
  await db().$executeRaw`
    DELETE FROM mail_sendings WHERE recipient_digest = ANY (${digestsSql(subject)}) AND sent_at < ${subject.before}`;
  return db().$executeRaw`
    DELETE FROM outbox_messages
    WHERE kind = 'mail' AND recipient_digest = ANY (${digestsSql(subject)}) AND created_at < ${subject.before}`;
}

/** Counts organizations whose profile names an address of the person. They are kept, and the report says so. */
export async function countOrganizationContacts(subject: Subject): Promise<number> {
  const rows = await db().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM organizations
    WHERE ARRAY[lower(contact_email), lower(legal_contact_email), lower(technical_contact_email), lower(support_email)]
      && ${subject.addresses}::text[]`;
  return rows[0]?.count ?? 0;
}

/** Counts the badges at the addresses that other accounts accepted, which are kept. */
export async function countBadgesOfOthers(subject: Subject): Promise<number> {
  const rows = await db().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM issued_badges
    WHERE ${isOwnAddress("recipient_email", subject)} AND user_id IS NOT NULL
      AND NOT user_id = ANY (${subject.userIds}::uuid[])`;
  return rows[0]?.count ?? 0;
}

/** The columns of an import without sample values. */
const WITHOUT_SAMPLES = sql`(
  SELECT COALESCE(jsonb_agg(jsonb_set(item, '{samples}', '[]')), '[]') FROM jsonb_array_elements(columns) AS item)`;

/** A row of an import, by its key. */
type RowKey = { importId: string; number: number };

/** Whether the import was created before a time. A value instead of IN, for which PostgreSQL would read all imports. */
const isOfImportBefore = ({ before }: Subject): Prisma.Sql =>
  sql`(SELECT created_at FROM badge_imports WHERE id = badge_import_id) < ${before}`;

const isRecipient = (subject: Subject): Prisma.Sql =>
  sql`recipient_email <> '' AND ${isOwnAddress("lower(recipient_email)", subject)}`;

// Rows that were issued are erased with their badges.
const waitingRowsSql = (subject: Subject): Prisma.Sql =>
  sql`${isRecipient(subject)} AND badge_id IS NULL AND ${isOfImportBefore(subject)}`;

const ROW_COLUMNS = sql`cells, recipient_email, recipient_name, problems`;
/** Everything of a row that can name somebody, as one text in small letters. */
const ROW_TEXT = sql`badge_import_row_text(${ROW_COLUMNS})`;

/** Chooses rows in which an address of the person stands. Two indexes find them: by the recipient, and by all other texts. */
const namingRowsSql = (subject: Subject): Prisma.Sql => sql`(
    (${isRecipient(subject)})
    OR (has_other_address(${ROW_COLUMNS}) AND ${mayContainAddressSql(ROW_TEXT, subject.addresses)}
      AND ${containsAddressSql(ROW_TEXT, subject.addresses)})
  ) AND ${isOfImportBefore(subject)}`;

async function countRows(condition: Prisma.Sql): Promise<number> {
  const rows = await db().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM badge_import_rows WHERE ${condition}`;
  return rows[0]?.count ?? 0;
}

export const countImportRows = (subject: Subject): Promise<number> => countRows(waitingRowsSql(subject));

/** Counts the rows about other recipients that name an address of the person somewhere. */
export const countImportCells = (subject: Subject): Promise<number> => countRows(namingRowsSql(subject));

/** Finds up to `limit` rows, and locks their imports in the order of ids, as a run locks its import. */
async function lockRows(condition: Prisma.Sql, limit: number): Promise<RowKey[]> {
  const keys = await db().$queryRaw<RowKey[]>`
    SELECT badge_import_id AS "importId", number FROM badge_import_rows WHERE ${condition} LIMIT ${limit}::integer`;
  await db().$queryRaw`
    SELECT count(*)::int FROM (
      SELECT id FROM badge_imports WHERE id = ANY (${[...new Set(keys.map(({ importId }) => importId))]}::uuid[])
      ORDER BY id FOR NO KEY UPDATE) AS locked`;
  return keys;
}

const isOneOf = (keys: RowKey[]): Prisma.Sql => sql`(badge_import_id, number) IN (
  SELECT * FROM unnest(${keys.map(({ importId }) => importId)}::uuid[], ${keys.map(({ number }) => number)}::integer[]))`;

/**
 * Erases up to `limit` rows of imports from which no badge was issued. Those that an import would still issue count as wrong
 * rows from then on. Returns how many rows it found.
 */
export async function eraseImportRows(subject: Subject, limit: number): Promise<number> {
  const keys = await lockRows(waitingRowsSql(subject), limit);
  // A row may have changed before its import was locked.
  const condition = sql`${isOneOf(keys)} AND ${waitingRowsSql(subject)}`;
  await db().$executeRaw`
    WITH before AS (
      SELECT badge_import_id, number, status FROM badge_import_rows WHERE ${condition}
    ), erased AS (
      UPDATE badge_import_rows AS row SET cells = '{}', recipient_email = '', recipient_name = '', problems = '[]',
        status = CASE WHEN row.status IN ('ok', 'warning') THEN 'error' ELSE row.status END
      FROM before WHERE row.badge_import_id = before.badge_import_id AND row.number = before.number
    ), totals AS (
      SELECT badge_import_id, count(*) FILTER (WHERE status = 'ok')::int AS ok,
        count(*) FILTER (WHERE status = 'warning')::int AS warning
      FROM before GROUP BY badge_import_id
    )
    UPDATE badge_imports SET ok_count = ok_count - ok, warning_count = warning_count - warning,
      error_count = error_count + ok + warning, columns = ${WITHOUT_SAMPLES}
    FROM totals WHERE id = totals.badge_import_id`;
  return keys.length;
}

/**
 * Empties what names an address of the person in up to `limit` rows about other recipients: cells, the recipient and problems.
 * Returns how many rows it found.
 */
export async function eraseImportCells(subject: Subject, limit: number): Promise<number> {
  const names = (text: Prisma.Sql): Prisma.Sql => containsAddressSql(text, subject.addresses);
  const keys = await lockRows(namingRowsSql(subject), limit);
  await db().$executeRaw`
    WITH erased AS (
      UPDATE badge_import_rows SET cells = ARRAY(
          SELECT CASE WHEN ${names(sql`one.cell`)} THEN '' ELSE one.cell END
          FROM unnest(cells) WITH ORDINALITY AS one(cell, place) ORDER BY one.place),
        recipient_name = CASE WHEN ${names(sql`recipient_email`)} OR ${names(sql`recipient_name`)} THEN ''
          ELSE recipient_name END,
        recipient_email = CASE WHEN ${names(sql`recipient_email`)} THEN '' ELSE recipient_email END,
        problems = CASE WHEN ${names(sql`problems::text`)} THEN '[]' ELSE problems END
      WHERE ${isOneOf(keys)} AND ${namingRowsSql(subject)} RETURNING badge_import_id
    )
    UPDATE badge_imports SET columns = ${WITHOUT_SAMPLES} WHERE id IN (SELECT badge_import_id FROM erased)`;
  return keys.length;
}
