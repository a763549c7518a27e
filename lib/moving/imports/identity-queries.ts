import type pg from "pg";
import type { Kind } from "@/lib/moving/records/kind";

/** What is known of a record of the source: its key here, and its digest when it was read last. */
export type Known = { newId: string; digest: Buffer | null; isCreated: boolean };
export type KnownRecord = Known & { oldId: string };

/** Finds what these records of a kind became in the organization. */
export async function findKnown(
  client: pg.Client,
  organizationId: string,
  kind: string,
  oldIds: string[],
): Promise<Map<string, Known>> {
  if (oldIds.length === 0) return new Map();
  const { rows } = await client.query<KnownRecord>(
    `SELECT old_id AS "oldId", new_id AS "newId", digest, is_created AS "isCreated" FROM moved_records
     WHERE organization_id = $1 AND kind = $2 AND old_id = ANY ($3::text[])`,
    [organizationId, kind, oldIds],
  );
  return new Map(rows.map(({ oldId, ...known }) => [oldId, known]));
}

/** Finds what records of a kind became in whichever organization they were moved into. */
export async function findMovedAnywhere(
  client: pg.Client,
  kind: string,
  oldIds: string[],
): Promise<Map<string, string>> {
  const { rows } = await client.query<{ oldId: string; newId: string }>(
    `SELECT old_id AS "oldId", max(new_id) AS "newId" FROM moved_records
     WHERE kind = $1 AND old_id = ANY ($2::text[]) AND is_vouched GROUP BY old_id HAVING count(DISTINCT new_id) = 1`,
    [kind, oldIds],
  );
  return new Map(rows.map(({ oldId, newId }) => [oldId, newId]));
}

/** Stores what records became. What an operator vouched for once stays so. */
export const saveKnown = (
  { client, organizationId, isVouched }: { client: pg.Client; organizationId: string; isVouched: boolean },
  kind: string,
  records: KnownRecord[],
) =>
  client.query(
    `INSERT INTO moved_records (organization_id, kind, old_id, new_id, digest, is_created, is_vouched)
     SELECT $1, $2, old_id, new_id, decode(digest, 'hex'), is_created, $4
     FROM jsonb_to_recordset($3::jsonb) AS row(old_id text, new_id text, digest text, is_created boolean)
     ON CONFLICT (organization_id, kind, old_id) DO UPDATE SET
       new_id = EXCLUDED.new_id, digest = COALESCE(EXCLUDED.digest, moved_records.digest),
       is_created = moved_records.is_created AND EXCLUDED.is_created,
       is_vouched = moved_records.is_vouched OR EXCLUDED.is_vouched`,
    [
      organizationId,
      kind,
      JSON.stringify(
        records.map(({ oldId, newId, digest, isCreated }) => ({
          old_id: oldId,
          new_id: newId,
          digest: digest?.toString("hex") ?? null,
          is_created: isCreated,
        })),
      ),
      isVouched,
    ],
  );

/** Whether the ids of a kind are numbers that its table gives. */
export const hasNumbers = ({ numbers }: Kind): boolean => numbers !== undefined;

/** Finds those of these ids that rows of a kind have already, in any organization. Their ids must be UUIDs. */
export async function findTakenIds(client: pg.Client, kind: Kind, ids: string[]): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id::text FROM ${kind.table} WHERE id = ANY ($1::uuid[])`,
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Finds the rows of the organization that have the same values as these in the fields by which records are recognized. Returns
 * their ids by `moved_key`.
 */
export async function findMatching(
  client: pg.Client,
  organizationId: string,
  { table, where, match = [] }: Kind,
  wanted: ({ moved_key: string } & Record<string, unknown>)[],
): Promise<Map<string, string>> {
  if (wanted.length === 0) return new Map();
  const { rows } = await client.query<{ id: string; key: string }>(
    `SELECT t.id::text, item ->> 'moved_key' AS key
     FROM jsonb_array_elements($2::jsonb) AS item, jsonb_populate_record(NULL::${table}, item) AS wanted
     JOIN ${table} AS t ON ${match.map((field) => `t.${field} = wanted.${field}`).join(" AND ")}
     WHERE ${where}`,
    [organizationId, JSON.stringify(wanted)],
  );
  return new Map(rows.map(({ id, key }) => [key, id]));
}

/** Finds those of these rows of a kind that the organization has. */
export async function findHere(
  client: pg.Client,
  organizationId: string,
  kind: Kind,
  ids: string[],
): Promise<Set<string>> {
  const [key = "id"] = kind.key;
  const { rows } = await client.query<{ id: string }>(
    `SELECT t.${key}::text AS id FROM ${kind.table} AS t
     WHERE ${kind.where} AND t.${key} = ANY ($2::${hasNumbers(kind) ? "int" : "uuid"}[])`,
    [organizationId, ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Reserves ids of a table whose ids are numbers. */
export async function reserveNumbers(client: pg.Client, kind: Kind, count: number): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT nextval(pg_get_serial_sequence('${kind.table}', 'id'))::text AS id FROM generate_series(1, $1)`,
    [count],
  );
  return rows.map(({ id }) => id);
}

/** Finds those of these organizations and templates of others that are here, by the ids that they were given here. */
export async function findPresent(
  client: pg.Client,
  table: "organizations" | "badge_templates",
  ids: string[],
): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id::text FROM ${table} WHERE id = ANY ($1::uuid[])`,
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/** A badge that is to be written, and the template that it names. */
export type NamedTemplate = { id: string; ownerId: string; templateId: string };

/**
 * Finds those of these badges whose template belongs to another organization, which has not authorized this one to issue
 * from it. Badges that the organization has here already with this template are not among them.
 */
export async function findUnauthorized(
  client: pg.Client,
  organizationId: string,
  badges: NamedTemplate[],
): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT badge.id::text FROM jsonb_to_recordset($2::jsonb) AS badge (id uuid, "ownerId" uuid, "templateId" uuid)
     WHERE badge."ownerId" <> $1
       AND NOT EXISTS (SELECT FROM issued_badges AS here WHERE here.id = badge.id
         AND here.organization_id = $1 AND here.badge_template_id = badge."templateId")
       AND NOT EXISTS (SELECT FROM issuer_authorizations AS permission
         WHERE permission.grantor_id = badge."ownerId" AND permission.issuer_id = $1
           AND (NOT permission.restrict_by_badge_templates OR EXISTS (
             SELECT FROM issuer_authorization_templates AS allowed
             WHERE allowed.issuer_authorization_id = permission.id AND allowed.badge_template_id = badge."templateId")))`,
    [organizationId, JSON.stringify(badges)],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Locks these badges of the organization until the commit, and finds those that are not pending, or were deleted. */
export async function lockSettledBadges(
  client: pg.Client,
  organizationId: string,
  ids: string[],
): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string; isPending: boolean }>(
    `SELECT id::text, state = 'pending' AND deleted_at IS NULL AS "isPending" FROM issued_badges
     WHERE organization_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
    [organizationId, ids],
  );
  return new Set(rows.filter(({ isPending }) => !isPending).map(({ id }) => id));
}
