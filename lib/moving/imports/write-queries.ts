import type pg from "pg";
import type { Kind } from "@/lib/moving/records/kind";
import type { KindName } from "@/lib/moving/records/schema";
import { listStoredFields } from "@/lib/moving/records/kinds";

export type Row = Record<string, unknown>;

const quote = (column: string): string => `"${column}"`;

/** Columns that are not in the record: derived here, or secrets that never travel. */
const OWN_COLUMNS: Partial<Record<KindName, readonly string[]>> = {
  image: ["sha256"],
  oauth_application: ["secret_digest"],
  learning_app: ["secret"],
};

/** Columns that a sequence fills where they are null. */
const SEQUENCE_COLUMNS: Partial<Record<KindName, string>> = {
  person: "learning_member_id",
  badge_template: "learning_badge_id",
};

/** The value of a column of the rows that are written, as `row`. */
export const selectColumn = ({ name, table }: Kind, column: string): string =>
  SEQUENCE_COLUMNS[name] === column
    ? `COALESCE(row.${quote(column)}, nextval(pg_get_serial_sequence('${table}', '${column}')))`
    : `row.${quote(column)}`;

/** Columns that a later run never changes: secrets and numbers that were given here, and what only this installation does. */
const KEPT: Partial<Record<KindName, readonly string[]>> = {
  oauth_application: ["secret_digest"],
  badge_template: ["learning_badge_id"],
  issued_badge: ["deleted_at", "erased_at"],
  endorsement: ["template_organization_id", "badge_template_id", "badge_name", "comment", "created_at"],
  learning_app: ["consumer_key", "secret"],
};

/** Which rows that are here, as `t`, a later run changes. */
const GUARDS: Partial<Record<KindName, readonly string[]>> = {
  // What was deleted or erased here does not come back. What was deleted at the source has lost its account there.
  issued_badge: ["t.deleted_at IS NULL", "t.erased_at IS NULL", "EXCLUDED.deleted_at IS NULL"],
  // The owner of the badge decides here. Only a withdrawal by the organization that endorses comes along.
  endorsement: ["t.state IN ('offered', 'accepted')", "EXCLUDED.state = 'withdrawn'"],
  // The link of the newest mail stays valid.
  member_invitation: ["t.sent_at <= EXCLUDED.sent_at"],
};

function listColumns(kind: Kind): string[] {
  const stored = listStoredFields(kind).map(({ column }) => column);
  const own = OWN_COLUMNS[kind.name] ?? [];
  const organization = kind.organizationColumn;
  const isGiven = organization === null || stored.includes(organization);
  return [...stored, ...own, ...(isGiven ? [] : [organization])];
}

/** Which columns of a row that is here already stay as they are. */
type Kept = readonly string[];

/** What is done with a row that is here already: the columns that are changed, and which rows are. */
function conflictAction(kind: Kind, key: readonly string[], notGiven: Kept): string {
  const organization = kind.organizationColumn;
  const kept = [...key, ...notGiven, ...(KEPT[kind.name] ?? []), organization ?? ""];
  const changes = listColumns(kind)
    .filter((column) => !kept.includes(column))
    .map((column) => `${quote(column)} = EXCLUDED.${quote(column)}`);
  // A source that does not give this time is read as: the badge is accepted now, since its state changed last.
  if (kind.name === "issued_badge" && notGiven.includes("accepted_at"))
    changes.push("accepted_at = COALESCE(t.accepted_at, EXCLUDED.accepted_at)");
  if (changes.length === 0) return "DO NOTHING";
  const guards = organization === null ? [] : [`t.${organization} = EXCLUDED.${organization}`];
  guards.push(...(GUARDS[kind.name] ?? []));
  return `DO UPDATE SET ${changes.join(", ")} ${guards.length > 0 ? `WHERE ${guards.join(" AND ")}` : ""}`;
}

function upsertStatement(kind: Kind, notGiven: Kept): string {
  const columns = listColumns(kind);
  const key = kind.key.map((field) => kind.columns?.[field] ?? field);
  if (kind.isKeyedByOrganization) key.unshift("organization_id");
  return `INSERT INTO ${kind.table} AS t (${columns.map(quote).join(", ")})
    SELECT ${columns.map((column) => selectColumn(kind, column)).join(", ")}
    FROM jsonb_populate_recordset(NULL::${kind.table}, $1::jsonb) AS row
    ON CONFLICT (${key.map(quote).join(", ")}) ${conflictAction(kind, key, notGiven)}
    RETURNING t.${quote(key.at(-1) ?? "")}::text AS key, t.xmax = 0 AS "isInserted"`;
}

/** A row that was written: the last part of its key, and whether it was inserted (no transaction has replaced it: `xmax`). */
export type WrittenRow = { key: string; isInserted: boolean };

/**
 * Writes rows of a kind by their key: inserts those that are new, and changes the others if they are the organization's, but
 * for the fields that the source does not give. Badges that were deleted or erased here stay as they are. Returns the rows that
 * were written.
 */
export async function writeRows(
  client: pg.Client,
  kind: Kind,
  rows: Row[],
  notGiven: Kept,
): Promise<WrittenRow[]> {
  const statement = upsertStatement(kind, notGiven);
  return (await client.query<WrittenRow>(statement, [JSON.stringify(rows)])).rows;
}

/** An address that is free here, or the one that the organization has: a taken one is not taken over. */
const OWN_ADDRESS = `vanity_slug = CASE
         WHEN EXISTS (SELECT FROM organizations WHERE vanity_slug = row.vanity_slug AND id <> row.id)
         THEN t.vanity_slug ELSE row.vanity_slug END`;

/** Writes what an organization says of itself, but for the fields that the source does not give. */
export async function writeOrganization(
  client: pg.Client,
  kind: Kind,
  row: Row,
  notGiven: Kept,
): Promise<void> {
  const changes = listStoredFields(kind)
    .filter(({ column }) => column !== "id" && !notGiven.includes(column))
    .map(({ column }) =>
      column === "vanity_slug" ? OWN_ADDRESS : `${quote(column)} = row.${quote(column)}`,
    );
  if (changes.length === 0) return;
  await client.query(
    `UPDATE organizations AS t SET ${changes.join(", ")}
     FROM jsonb_populate_record(NULL::organizations, $1::jsonb) AS row WHERE t.id = row.id`,
    [JSON.stringify(row)],
  );
}

/** Adds badges that were created to the counts of their templates. */
export const countBadges = (client: pg.Client, templateIds: string[]) =>
  client.query(
    `INSERT INTO badge_template_issue_counts AS total (badge_template_id, slot, issued)
     SELECT id, 0, count(*) FROM unnest($1::uuid[]) AS id GROUP BY id ORDER BY id
     ON CONFLICT (badge_template_id, slot) DO UPDATE SET issued = total.issued + EXCLUDED.issued`,
    [templateIds],
  );

/** Lets the job sign the credentials of accepted badges with the keys of this installation, as after an acceptance. */
export const requestSigning = (
  client: pg.Client,
  organizationId: string,
  badgeIds: string[],
  ids: string[],
) =>
  client.query(
    `INSERT INTO outbox_messages (id, kind, organization_id, subject_id, created_at, next_attempt_at)
     SELECT message_id, 'credential', $1, badge_id, now(), now()
     FROM unnest($2::uuid[], $3::uuid[]) AS row (badge_id, message_id)
     WHERE NOT EXISTS (SELECT FROM signed_credentials WHERE signed_credentials.badge_id = row.badge_id)
       AND EXISTS (SELECT FROM issued_badges WHERE id = row.badge_id AND deleted_at IS NULL)`,
    [organizationId, badgeIds, ids],
  );

/**
 * Takes expirations that are near as reminded of: a source that does not say whether it reminded its earners may have done
 * so.
 */
export const markReminded = (client: pg.Client, badgeIds: string[], until: Date) =>
  client.query(
    `UPDATE issued_badges SET expiry_reminded_for = expires_at WHERE id = ANY ($1::uuid[]) AND expires_at <= $2`,
    [badgeIds, until],
  );

/** Replaces pictures of the organization's templates. */
export const replaceTemplateImages = (
  client: pg.Client,
  organizationId: string,
  replaced: { old_id: string; new_id: string }[],
) =>
  client.query(
    `UPDATE badge_templates SET image_id = image.new_id
     FROM jsonb_to_recordset($2::jsonb) AS image (old_id uuid, new_id uuid)
     WHERE organization_id = $1 AND image_id = image.old_id`,
    [organizationId, JSON.stringify(replaced)],
  );
