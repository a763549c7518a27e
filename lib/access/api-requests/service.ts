import type { Actor, Caller } from "@/lib/access/callers/caller";
import { FULL_ACCESS, requireRights, type Rights } from "@/lib/access/callers/rights";
import { clock } from "@/lib/kernel/clock";
import { notFound } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { parseFilter } from "@/lib/kernel/list/filter";
import { log } from "@/lib/kernel/log";
import { listKeys } from "@/lib/kernel/list/keys";
import type { ListInput } from "@/lib/kernel/list/list-input";
import type { Page } from "@/lib/kernel/list/page";
import { parseSort } from "@/lib/kernel/list/sort";
import { processWide } from "@/lib/kernel/process-wide";
import { toStorableText, truncateText } from "@/lib/kernel/truncate-text";
import { filters, findRecentActors, findRequest, findRequestPage, insertRequests, sorts } from "./queries";
import { createRequestRecorder } from "./recorder";
import { redactBody, redactBodyText, redactPath, redactQuery, redactText } from "./redaction";
import type { ApiRequestDetailRow, ApiRequestRow, NewApiRequest } from "./serializer";

/** How many requests of each kind an organization gets stored completely in one minute, by each server process. */
const FULL_PER_MINUTE = 60;
/** Beyond that, one of so many is stored, up to twice the number. */
const ONE_OF = 20;
const MOST_PER_MINUTE = 2 * FULL_PER_MINUTE;

const MINUTE_MS = 60_000;

type Counts = { seen: number; kept: number };

/** Decides which requests are stored. */
type Sampler = { keeps: (organizationId: string, isError: boolean, at: Date) => boolean };

/**
 * Creates a sampler. Errors are counted apart from other requests, so that many successful ones hide no error. What it
 * remembers is of the current minute only.
 */
export function createSampler(): Sampler {
  let minute = 0;
  const counts = new Map<string, Counts>();
  return {
    keeps: (organizationId, isError, at) => {
      const current = Math.floor(at.getTime() / MINUTE_MS);
      if (current !== minute) counts.clear();
      minute = current;
      const key = `${organizationId} ${isError}`;
      const count = counts.get(key) ?? { seen: 0, kept: 0 };
      counts.set(key, count);
      count.seen += 1;
      const isKept =
        count.kept < FULL_PER_MINUTE || (count.kept < MOST_PER_MINUTE && count.seen % ONE_OF === 0);
      if (isKept) count.kept += 1;
      return isKept;
    },
  };
}

export const requestListKeys = listKeys(filters, sorts);

/** A request that was handled. */
export type HandledRequest = {
  organizationId: string;
  actor: Pick<Actor, "type" | "id"> & { name?: string };
  requestId: string;
  address: string;
  userAgent: string;
  method: string;
  /** Reads path and query as they were sent. Called only for a request that is stored. */
  readPath: () => { path: string; search: string };
  /** The parsed body; undefined without one. */
  input: unknown;
  status: number;
  /** The text of the response; null for a file. */
  output: string | null;
  ms: number;
};

// The copies of this module share it, because the server flushes one of them when it stops.
const recorder = processWide("API requests", () => createRequestRecorder(insertRequests));
const sampler = createSampler();

const isRead = (method: string): boolean => method === "GET" || method === "HEAD";

/** The bodies of a request, without secrets. Nothing of a successful read is looked at. */
function describeBodies({ method, status, input, output }: HandledRequest) {
  if (isRead(method) && status < 400) return { requestBody: null, responseBody: null };
  return {
    requestBody: input === undefined ? null : redactBody(input),
    responseBody: output === null ? null : redactBodyText(output),
  };
}

function describeRequest(request: HandledRequest, now: Date): NewApiRequest {
  const { organizationId, actor, status, ms } = request;
  const { path, search } = request.readPath();
  return {
    id: newId(),
    organizationId,
    occurredAt: new Date(now.getTime() - ms),
    method: request.method,
    path: redactPath(path),
    query: redactQuery(search),
    status,
    durationMs: Math.round(ms),
    actorType: actor.type,
    actorId: actor.id,
    actorName: truncateText(actor.name ?? "", 200),
    requestId: request.requestId,
    address: toStorableText(request.address),
    userAgent: redactText(request.userAgent, 200),
    ...describeBodies(request),
  };
}

/**
 * Records a request with a credential of an organization, unless there were too many within this minute. The request
 * needs no write of its own (decision 0110). Never throws: what the request did has happened.
 */
export function recordRequest(request: HandledRequest): void {
  const now = clock.now();
  try {
    if (sampler.keeps(request.organizationId, request.status >= 400, now))
      recorder.add(describeRequest(request, now));
  } catch (error) {
    log.error({ err: error, requestId: request.requestId }, "request not recorded");
  }
}

/** Stores what this process has recorded. A server calls it when it stops. */
export const flushRequests = (): Promise<void> => recorder.flush();

/** The log contains parts of what every other operation shows, so a credential that may not see all of it sees none. */
const LOG_RIGHTS: Rights = { scopes: "all", access: { ...FULL_ACCESS, write: false, delete: false } };

const requireLogRights = (caller: Caller): void =>
  requireRights(caller, LOG_RIGHTS, "Reading the request log");

/** Lists the requests of the last days, newest first. Throws 403 unless the caller may read everything. */
export async function listRequests(caller: Caller, input: ListInput): Promise<Page<ApiRequestRow>> {
  requireLogRights(caller);
  const where = parseFilter(input.filter, filters);
  const order = parseSort(input.sort, sorts, [{ id: "desc" }]);
  return findRequestPage(caller.organizationId, where, order, input.page);
}

/** Returns a request with its bodies; throws 404 when the organization has none with this id, 403 as for the list. */
export async function getRequest(caller: Caller, id: string): Promise<ApiRequestDetailRow> {
  requireLogRights(caller);
  const row = await findRequest(caller.organizationId, id);
  if (!row) throw notFound();
  return row;
}

/** Lists the credentials of the latest 1,000 requests, at most 50 of them. Throws 403 as for the list. */
export async function listRequestActors(
  caller: Caller,
): Promise<{ id: string; type: string; name: string }[]> {
  requireLogRights(caller);
  return findRecentActors(caller.organizationId, { requests: 1_000, limit: 50 });
}
