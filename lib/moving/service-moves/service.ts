import { withAuditEntry } from "@/lib/access/audit/service";
import type { Caller } from "@/lib/access/callers/caller";
import { ALL_RIGHTS, requireRights } from "@/lib/access/callers/rights";
import { recordEvents } from "@/lib/platform/recording/record-events";
import { clock } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import { forbidden, invalidField, notFound, unprocessable } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { parseFilter } from "@/lib/kernel/list/filter";
import { listKeys } from "@/lib/kernel/list/keys";
import type { ListInput } from "@/lib/kernel/list/list-input";
import type { Page } from "@/lib/kernel/list/page";
import { parseSort } from "@/lib/kernel/list/sort";
import { inspectOrganization, type Inspection } from "@/lib/moving/downloads/inspect";
import { MoveError } from "@/lib/moving/imports/schema";
import { requireRealOrganization } from "@/lib/organizations/profile/mode";
import { parseOutboundUrl, OutboundUrlError } from "@/lib/platform/outbound/address-policy";
import { removeFolder } from "./folder";
import { createInspectionTools, MOVE_LIMITS } from "./limits";
import {
  countMoves,
  deleteMoveRecord,
  filters,
  findMove,
  findMovePage,
  findOtherMoves,
  hasRunningMove,
  insertMove,
  lockMove,
  lockMoves,
  saveMove,
  sorts,
} from "./queries";
import { toShown } from "./report";
import { runTools } from "./run";
import type { ServiceMoveInput, ServiceMoveStop } from "./schema";
import { serviceMoveTokens, type ServiceMoveRecord } from "./serializer";

/** Maximum number of moves of an organization that are kept. */
const MAX_MOVES = 50;

export const serviceMoveListKeys = listKeys(filters, sorts);

/** Lists the organization's moves from other services, newest first unless sorted. */
export function listServiceMoves(caller: Caller, input: ListInput): Promise<Page<ServiceMoveRecord>> {
  const where = { organizationId: caller.organizationId, AND: parseFilter(input.filter, filters) };
  return findMovePage(where, parseSort(input.sort, sorts, [{ createdAt: "desc" }]), input.page);
}

/** Returns a move of the organization. Throws 404 for any other. */
export async function getServiceMove(caller: Caller, id: string): Promise<ServiceMoveRecord> {
  const row = await findMove(caller.organizationId, id);
  if (!row) throw notFound();
  return row;
}

/** What an inspection found, with what was sent. */
type InspectedInput = ServiceMoveInput & { inspection: Inspection };

/**
 * Throws 403 where the operator does not allow moves, and for a caller without all rights: a move issues badges and changes
 * templates and employees.
 */
function requireAllowed(caller: Caller): void {
  requireRights(caller, ALL_RIGHTS, "Moving badges in from another service");
  if (env().SERVICE_MOVES) return;
  throw forbidden(
    "This service does not allow moves from another service. Ask its operator.",
    "service_moves_off",
  );
}

/** Throws 422 for an address that cannot be a service. */
function requireServiceAddress(address: string): void {
  try {
    const url = parseOutboundUrl(address, { allowInsecure: env().WEBHOOKS_ALLOW_INSECURE });
    if (url.search === "" && url.hash === "") return;
  } catch (error) {
    if (!(error instanceof OutboundUrlError)) throw error;
    throw invalidField("base_url", "not_allowed", error.message);
  }
  throw invalidField("base_url", "not_allowed", "must not have a query or a fragment");
}

/**
 * Reads what the token can read at the other service: the name of the organization and the sizes of its lists. Throws 422 for
 * a service that cannot be read, and in a test organization, and 403 where moves are not allowed.
 */
export async function inspectService(caller: Caller, body: ServiceMoveInput): Promise<InspectedInput> {
  requireAllowed(caller);
  await requireRealOrganization(
    caller.organizationId,
    "A test organization cannot be filled from another service. Use the organization itself.",
  );
  requireServiceAddress(body.base_url);
  const { base_url: baseUrl, token } = body;
  const given = {
    source: { baseUrl, token, allowInsecure: env().WEBHOOKS_ALLOW_INSECURE },
    sourceOrganization: body.source_organization_id ?? null,
  };
  try {
    const tools = createInspectionTools(runTools.send);
    return { ...body, inspection: await inspectOrganization(given, tools, MOVE_LIMITS.pageItems) };
  } catch (error) {
    if (!(error instanceof MoveError)) throw error;
    throw unprocessable("service_not_readable", toShown(error.message, token));
  }
}

/** Stores a move that was inspected. Nothing is moved before it is started. Throws 422 when there are too many. */
export async function createServiceMove(
  caller: Caller,
  { base_url: baseUrl, token, inspection }: InspectedInput,
): Promise<ServiceMoveRecord> {
  const { organizationId, actor } = caller;
  const [id, now] = [newId(), clock.now()];
  return withAuditEntry(caller, "service_move.create", id, async () => {
    await lockMoves(organizationId);
    if ((await countMoves(organizationId)) >= MAX_MOVES)
      throw unprocessable("too_many_moves", `There are ${MAX_MOVES} moves already. Delete one first.`);
    return insertMove({
      id,
      organizationId,
      baseUrl,
      sourceId: inspection.id,
      token: serviceMoveTokens.encrypt(token, id),
      inspection: { name: toShown(inspection.name, token), lists: inspection.lists },
      startedByType: actor.type,
      startedById: actor.id,
      createdAt: now,
      updatedAt: now,
    });
  });
}

/** Locks a move until the commit, and returns it. Throws 404 for an unknown one. */
async function lockKnownMove(caller: Caller, id: string): Promise<ServiceMoveRecord> {
  await lockMoves(caller.organizationId);
  await lockMove(caller.organizationId, id);
  return getServiceMove(caller, id);
}

const DOWNLOAD_MS = 24 * 3_600_000;

/** Whether what a move has read is too old to be written: another move wrote newer data meanwhile, or it is a day old. */
async function isOutdated({ organizationId, id, startedAt, updatedAt }: ServiceMoveRecord): Promise<boolean> {
  if (startedAt === null || clock.now().getTime() - updatedAt.getTime() > DOWNLOAD_MS) return true;
  const others = await findOtherMoves(organizationId, id);
  return others.some((other) => other.startedAt !== null && other.startedAt > startedAt);
}

/**
 * Starts a move, or continues one that was stopped. Of two calls at the same time only one starts a run. Throws 404 for an
 * unknown move, 403 where moves are not allowed, and 422 for one that runs or has ended, and while another one of the
 * organization runs.
 */
export async function startServiceMove(caller: Caller, moveId: string): Promise<ServiceMoveRecord> {
  requireAllowed(caller);
  const { organizationId, actor } = caller;
  const { id } = await getServiceMove(caller, moveId);
  return withAuditEntry(caller, "service_move.start", id, async () => {
    const found = await lockKnownMove(caller, id);
    const { state, token } = found;
    if ((state !== "ready" && state !== "stopped") || token === null)
      throw unprocessable("move_not_startable", `The move is ${state}. It cannot be started.`);
    if (await hasRunningMove(organizationId))
      throw unprocessable("move_running", "Another move of your organization runs. Stop it first.");
    await recordEvents([], [{ kind: "service_move", organizationId, subjectId: id }]);
    return saveMove(
      { organizationId, id },
      {
        state: "running",
        runId: newId(),
        runnerId: null,
        runnerUntil: null,
        stopReason: null,
        startedByType: actor.type,
        startedById: actor.id,
        startedAt: clock.now(),
        ...((await isOutdated(found)) ? { phase: null, progress: null } : {}),
      },
    );
  });
}

/**
 * Stops the run that the caller names. What it wrote stays, and the move can be continued. A batch that is being written is
 * waited for. Throws 404 for an unknown move, and 422 when this run does not run any more.
 */
export async function stopServiceMove(
  caller: Caller,
  moveId: string,
  { run_id: runId }: ServiceMoveStop,
): Promise<ServiceMoveRecord> {
  const { id } = await getServiceMove(caller, moveId);
  return withAuditEntry(caller, "service_move.stop", id, async () => {
    const found = await lockKnownMove(caller, id);
    if (found.state !== "running")
      throw unprocessable(
        "move_not_running",
        `The move is ${found.state}. Only a running one can be stopped.`,
      );
    if (found.runId !== runId) throw unprocessable("other_run", "The move was started again meanwhile.");
    return saveMove(found, { state: "stopped", runnerUntil: null });
  });
}

/** Deletes a move with its token. What it wrote stays. Throws 404 for an unknown move, and 422 while it runs. */
export async function deleteServiceMove(caller: Caller, moveId: string): Promise<void> {
  const { id } = await getServiceMove(caller, moveId);
  await withAuditEntry(caller, "service_move.delete", id, async () => {
    const { organizationId, state } = await lockKnownMove(caller, id);
    if (state === "running") throw unprocessable("move_running", "The move is running. Stop it first.");
    await deleteMoveRecord(organizationId, id);
  });
  await removeFolder(id);
}
