import type pg from "pg";
import { listStoredFields, type Kind } from "@/lib/moving/records/kinds";

export type Row = Record<string, unknown>;

/** Columns that are not in the record: derived here, or secrets that never travel. */
const OWN_COLUMNS: Partial<Record<string, readonly string[]>> = {
  image: ["sha256"],
  oauth_application: ["secret_digest"],
};

const quote = (column: string): string => `"${column}"`;

function listColumns(kind: Kind): string[] {
  const stored = listStoredFields(kind).map(({ column }) => column);
  const own = OWN_COLUMNS[kind.name] ?? [];
  const organization = kind.organizationColumn;
  const isGiven = organization === null || stored.includes(organization);
  return [...stored, ...own, ...(isGiven ? [] : [organization])];
}

/** Which columns of a row that is here already stay as they are. */
type Kept = readonly string[];

function upsertStatement(kind: Kind, notGiven: Kept): string {
  const columns = listColumns(kind);
  const organization = kind.organizationColumn;
  const key = kind.key.map((field) => kind.columns?.[field] ?? field);
  if (kind.isKeyedByOrganization) key.unshift("organization_id");
  const kept = [...key, ...notGiven, "secret_digest", organization ?? ""];
  const changes = columns
    .filter((column) => !kept.includes(column))
    .map((column) => `${quote(column)} = EXCLUDED.${quote(column)}`);
  // A source that does not give this time is read as: the badge is accepted now, since its state changed last.
  if (kind.name === "issued_badge" && notGiven.includes("accepted_at"))
    changes.push("accepted_at = COALESCE(t.accepted_at, EXCLUDED.accepted_at)");
  const list = columns.map(quote).join(", ");
  const guards = organization === null ? [] : [`t.${organization} = EXCLUDED.${organization}`];
  // What was deleted or erased here does not come back.
  if (kind.name === "issued_badge") guards.push("t.deleted_at IS NULL", "t.erased_at IS NULL");
  const guard = guards.length > 0 ? `WHERE ${guards.join(" AND ")}` : "";
  const action = changes.length > 0 ? `DO UPDATE SET ${changes.join(", ")} ${guard}` : "DO NOTHING";
  return `INSERT INTO ${kind.table} AS t (${list})
    SELECT ${columns.map((column) => `row.${quote(column)}`).join(", ")}
    FROM jsonb_populate_recordset(NULL::${kind.table}, $1::jsonb) AS row
    ON CONFLICT (${key.map(quote).join(", ")}) ${action}`;
}

/**
 * Writes rows of a kind by their key: inserts those that are new, and changes the others if they are the organization's, but
 * for the fields that the source does not give. Badges that were deleted or erased here stay as they are.
 */
export async function writeRows(client: pg.Client, kind: Kind, rows: Row[], notGiven: Kept): Promise<void> {
  await client.query(upsertStatement(kind, notGiven), [JSON.stringify(rows)]);
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
