import type pg from "pg";
import { clock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { newId } from "@/lib/kernel/ids";
import { webhookSecrets } from "@/lib/organizations/profile/serializer";
import { createWebhookSecret } from "@/lib/platform/outbound/standard-webhooks";
import { withClient } from "@/lib/platform/postgres/database";
import { Progress, SourceLocked } from "./schema";

/** Connects for a run. Its statements and transactions may take as long as they need. */
export const withMoveClient = <Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> =>
  withClient(env().DATABASE_URL, work);

async function tryLock(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    "SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS locked",
    [name],
  );
  return rows[0]?.locked === true;
}

/** Locks the moves of a source until the connection ends. Throws `SourceLocked` while another one runs. */
export async function lockSource(client: pg.Client, sourceId: string): Promise<void> {
  if (!(await tryLock(client, `moving:${sourceId}`)))
    throw new SourceLocked("This organization is being moved in by another command.");
}

/** Locks the moves into an organization until the connection ends. Throws `SourceLocked` while another one writes. */
export async function lockTarget(client: pg.Client, organizationId: string): Promise<void> {
  if (!(await tryLock(client, `moving into:${organizationId}`)))
    throw new SourceLocked("Another move writes into this organization. Repeat this one when it has ended.");
}

/** Not a kind of records: the origins of the addresses that an organization was moved from. */
const ORIGIN = "origin";

/** Finds the organization that an organization of another service was moved into: first, one that came from this origin. */
export async function findMovedOrganization(
  client: pg.Client,
  sourceId: string,
  origin: string,
): Promise<{ id: string; isSameOrigin: boolean } | null> {
  const { rows } = await client.query<{ id: string; isSameOrigin: boolean }>(
    `SELECT organization_id::text AS id, EXISTS (
       SELECT FROM moved_records AS known
       WHERE known.organization_id = moved.organization_id AND known.kind = $2 AND known.old_id = $3
     ) AS "isSameOrigin"
     FROM moved_records AS moved WHERE kind = 'organization' AND old_id = $1 AND is_vouched
     ORDER BY "isSameOrigin" DESC LIMIT 1`,
    [sourceId, ORIGIN, origin],
  );
  return rows[0] ?? null;
}

/** Remembers that an organization was moved in from an address of this origin. */
export const saveOrigin = (client: pg.Client, organizationId: string, origin: string) =>
  client.query(
    `INSERT INTO moved_records (organization_id, kind, old_id, new_id, is_created)
     VALUES ($1::uuid, $2, $3, $1::text, false) ON CONFLICT DO NOTHING`,
    [organizationId, ORIGIN, origin],
  );

/** Creates an organization without members for one that is moved in, with its id and address if they are free. */
export async function createMovedOrganization(
  client: pg.Client,
  source: { id: string; name: string; vanity_slug: string },
): Promise<string> {
  const taken = await client.query<{ id: string; slug: string }>(
    "SELECT id::text, vanity_slug AS slug FROM organizations WHERE id = $1 OR vanity_slug = $2",
    [source.id, source.vanity_slug],
  );
  const id = taken.rows.some((row) => row.id === source.id) ? newId() : source.id;
  const isTaken = taken.rows.some(({ slug }) => slug === source.vanity_slug);
  const slug = isTaken ? `${source.vanity_slug}-${id.slice(-6)}` : source.vanity_slug;
  const secret = Buffer.from(webhookSecrets.encrypt(createWebhookSecret(), id));
  await client.query(
    `INSERT INTO organizations (id, name, vanity_slug, webhook_secret, allowed_webhooks, created_at, updated_at)
     VALUES ($1, $2, $3, $4, '{}', $5, $5)`,
    [id, source.name, slug, secret, clock.now()],
  );
  await client.query(
    `INSERT INTO moved_records (organization_id, kind, old_id, new_id, is_created)
     VALUES ($1::uuid, 'organization', $2, $1::text, true)`,
    [id, source.id],
  );
  return id;
}

/** Returns what an earlier run of this source did that was ended before it finished, or begins a new one. */
export async function startRun(client: pg.Client, organizationId: string, source: string): Promise<Progress> {
  const { rows } = await client.query<Record<string, unknown>>(
    `SELECT id::text, position, counts, refusals FROM move_runs
     WHERE organization_id = $1 AND source = $2 AND finished_at IS NULL ORDER BY started_at DESC LIMIT 1`,
    [organizationId, source],
  );
  if (rows[0]) return Progress.parse(rows[0]);
  const progress: Progress = { id: newId(), position: 0, counts: {}, refusals: [] };
  await client.query(
    `INSERT INTO move_runs (id, organization_id, source, position, counts, refusals, started_at)
     VALUES ($1, $2, $3, 0, '{}', '[]', $4)`,
    [progress.id, organizationId, source, clock.now()],
  );
  return progress;
}

/** Stores how far a run is, in the transaction of what it wrote. */
export const saveProgress = (client: pg.Client, { id, position, counts, refusals }: Progress) =>
  client.query("UPDATE move_runs SET position = $2, counts = $3, refusals = $4 WHERE id = $1", [
    id,
    position,
    JSON.stringify(counts),
    JSON.stringify(refusals),
  ]);

/** Stores that a run is complete. */
export const finishRun = (id: string) =>
  db().moveRun.update({ where: { id }, data: { finishedAt: clock.now() }, select: { id: true } });
