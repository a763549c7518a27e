import type pg from "pg";
import { clock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";
import { parseChoices } from "@/lib/kernel/list/filter-values";
import type { Filters } from "@/lib/kernel/list/filter";
import { loadPage, toSkipTake, type Page, type PageRequest } from "@/lib/kernel/list/page";
import type { Sorts } from "@/lib/kernel/list/sort";
import type { Prisma } from "@/prisma/generated/client";
import { SERVICE_MOVE_STATES } from "./choices";
import { serviceMoveSelect, type ServiceMoveRecord } from "./serializer";

type Where = Prisma.ServiceMoveWhereInput;
type Order = Prisma.ServiceMoveOrderByWithRelationInput;

export const filters: Filters<Where> = {
  state: (value) => ({ state: { in: parseChoices("state", SERVICE_MOVE_STATES, value) } }),
};

export const sorts: Sorts<Order> = { created_at: (direction) => ({ createdAt: direction }) };

export const findMovePage = (
  where: Where,
  order: Order[],
  page: PageRequest,
): Promise<Page<ServiceMoveRecord>> =>
  loadPage(
    page,
    db().serviceMove.findMany({
      where,
      select: serviceMoveSelect,
      orderBy: [...order, { id: "desc" }],
      ...toSkipTake(page),
    }),
    db().serviceMove.count({ where }),
  );

export const findMove = (organizationId: string, id: string): Promise<ServiceMoveRecord | null> =>
  db().serviceMove.findFirst({ where: { organizationId, id }, select: serviceMoveSelect });

/** Finds a move of any organization, because a message of the queue has only its id. */
export const findAnyMove = (id: string): Promise<ServiceMoveRecord | null> =>
  db().serviceMove.findUnique({ where: { id }, select: serviceMoveSelect });

export const countMoves = (organizationId: string): Promise<number> =>
  db().serviceMove.count({ where: { organizationId } });

/** Whether another move of the organization runs. */
export const hasRunningMove = async (organizationId: string): Promise<boolean> =>
  (await db().serviceMove.findFirst({
    where: { organizationId, state: "running" },
    select: { id: true },
  })) !== null;

/** The other moves of an organization. */
export const findOtherMoves = (
  organizationId: string,
  id: string,
): Promise<{ id: string; startedAt: Date | null }[]> =>
  db().serviceMove.findMany({
    where: { organizationId, id: { not: id } },
    select: { id: true, startedAt: true },
  });

/** Locks the moves of an organization until the commit, so that one start is decided at a time. */
export const lockMoves = (organizationId: string): Promise<unknown> =>
  db().$queryRaw`SELECT 1 FROM organizations WHERE id = ${organizationId}::uuid FOR NO KEY UPDATE`;

/** Locks a move until the commit. */
export const lockMove = (organizationId: string, id: string): Promise<unknown> =>
  db().$queryRaw`
    SELECT 1 FROM service_moves
    WHERE organization_id = ${organizationId}::uuid AND id = ${id}::uuid FOR NO KEY UPDATE`;

export const insertMove = (data: Prisma.ServiceMoveUncheckedCreateInput): Promise<ServiceMoveRecord> =>
  db().serviceMove.create({ data, select: serviceMoveSelect });

export const saveMove = (
  { organizationId, id }: Pick<ServiceMoveRecord, "organizationId" | "id">,
  data: Prisma.ServiceMoveUncheckedUpdateInput,
): Promise<ServiceMoveRecord> =>
  db().serviceMove.update({
    where: { organizationId_id: { organizationId, id } },
    data: { ...data, updatedAt: clock.now() },
    select: serviceMoveSelect,
  });

export const deleteMoveRecord = (organizationId: string, id: string) =>
  db().serviceMove.deleteMany({ where: { organizationId, id } });

/** The run that a process works on. */
export type Runner = { id: string; runId: string; runnerId: string; hostId: string };

/** How long a process that stores nothing counts as working. */
const RUNNER_SECONDS = 120;
/** How long the download of a host is waited for. Another host then begins a new one. */
const HOST_SECONDS = 300;

/**
 * Takes a running move for a process: not while another process works on it, and not while the host that has its download
 * still works. Returns false otherwise.
 */
export async function claimMove({ id, runId, runnerId, hostId }: Runner): Promise<boolean> {
  const now = clock.databaseNow();
  const count = await db().$executeRaw`
    UPDATE service_moves SET runner_id = ${runnerId}::uuid, host_id = ${hostId}::uuid, host_seen_at = ${now},
      runner_until = ${now} + ${RUNNER_SECONDS} * interval '1 second'
    WHERE id = ${id}::uuid AND run_id = ${runId}::uuid AND state = 'running'
      AND (runner_until IS NULL OR runner_until <= ${now})
      AND (host_id IS NULL OR host_id = ${hostId}::uuid
        OR host_seen_at <= ${now} - ${HOST_SECONDS} * interval '1 second')`;
  return count === 1;
}

/** Stores progress, and that the process still works. Returns false if the run was stopped or belongs to another process. */
export async function renewRunner(
  { id, runId, runnerId }: Runner,
  phase: string,
  progress: string | null,
): Promise<boolean> {
  const now = clock.databaseNow();
  const count = await db().$executeRaw`
    UPDATE service_moves SET host_seen_at = ${now}, phase = ${phase}, progress = COALESCE(${progress}, progress),
      updated_at = ${now}, runner_until = ${now} + ${RUNNER_SECONDS} * interval '1 second'
    WHERE id = ${id}::uuid AND run_id = ${runId}::uuid AND runner_id = ${runnerId}::uuid AND state = 'running'`;
  return count === 1;
}

/** Lets another process continue. */
export const releaseRunner = ({ id, runId, runnerId }: Runner) =>
  db().$executeRaw`
    UPDATE service_moves SET runner_until = NULL
    WHERE id = ${id}::uuid AND run_id = ${runId}::uuid AND runner_id = ${runnerId}::uuid`;

/** Locks the run in the transaction of a batch. Returns false if it was stopped or belongs to another process. */
export async function lockRunInBatch(client: pg.Client, { id, runId, runnerId }: Runner): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT 1 FROM service_moves WHERE id = $1 AND run_id = $2 AND runner_id = $3 AND state = 'running'
     FOR NO KEY UPDATE`,
    [id, runId, runnerId],
  );
  return rows.length === 1;
}

/** Locks the run until the commit of the open transaction. Returns false if it has ended otherwise. */
export async function lockRun({ id, runId, runnerId }: Runner): Promise<boolean> {
  const rows = await db().$queryRaw<unknown[]>`
    SELECT 1 FROM service_moves WHERE id = ${id}::uuid AND run_id = ${runId}::uuid
      AND runner_id = ${runnerId}::uuid AND state = 'running' FOR NO KEY UPDATE`;
  return rows.length === 1;
}

/** Ends at most `limit` moves whose token is older than `before`, and deletes their tokens. Returns how many. */
export const expireTokens = (before: Date, reason: string, limit: number): Promise<number> =>
  db().$executeRaw`
    UPDATE service_moves SET token = NULL, runner_until = NULL, updated_at = ${clock.now()}::timestamptz,
      state = 'failed', stop_reason = ${reason}, finished_at = ${clock.now()}::timestamptz
    WHERE id IN (
      SELECT id FROM service_moves WHERE token IS NOT NULL AND created_at < ${before}::timestamptz
      ORDER BY created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;

/**
 * Ends at most `limit` running moves on which no process has worked since `before`, and deletes their tokens. A process that
 * dies in each turn is not given more. Returns how many.
 */
export const failAbandoned = (before: Date, reason: string, limit: number): Promise<number> =>
  db().$executeRaw`
    UPDATE service_moves SET token = NULL, runner_until = NULL, updated_at = ${clock.now()}::timestamptz,
      state = 'failed', stop_reason = ${reason}, finished_at = ${clock.now()}::timestamptz
    WHERE id IN (
      SELECT id FROM service_moves WHERE updated_at < ${before}::timestamptz AND state = 'running'
      ORDER BY updated_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;

/** Deletes at most `limit` moves that have not changed since `before` and do not run. Returns how many. */
export const deleteMovesUnchangedSince = (before: Date, limit: number): Promise<number> =>
  db().$executeRaw`
    DELETE FROM service_moves WHERE id IN (
      SELECT id FROM service_moves WHERE updated_at < ${before}::timestamptz AND state <> 'running'
      ORDER BY updated_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;
