import type { Caller } from "@/lib/access/callers/caller";
import { allows } from "@/lib/access/callers/rights";
import { log } from "@/lib/kernel/log";
import { ApiError, insufficientScope, notFound } from "@/lib/kernel/errors";
import { describeError, scimError } from "./errors";
import {
  BulkOperation,
  BULK_RESPONSE_MESSAGE,
  buildErrorBody,
  MAX_OPERATIONS,
  PatchBody,
  ScimUserBody,
  type BulkBody,
  type ScimErrorBody,
} from "./schema";
import { scimUserUrl } from "./serializer";
import { createScimUser, deleteScimUser, patchScimUser, replaceScimUser } from "./service";

export type BulkResult = {
  method: string;
  status: string;
  bulkId?: string;
  location?: string;
  version?: string;
  response?: ScimErrorBody;
};
export type BulkResponse = { schemas: string[]; Operations: BulkResult[] };

type Created = Map<string, string>;
type Outcome = { status: number; id: string; version?: string };

const USER_PATH = /^\/?Users\/(.+)$/;

/** Returns the id of a user in a path, which may be that of a user created earlier in this request (RFC 7644, 3.7.2). */
function readUserId(path: string, created: Created): string {
  const [, text] = USER_PATH.exec(path) ?? [];
  if (text === undefined) throw notFound("A bulk request changes users only: /Users/{id}.");
  if (!text.startsWith("bulkId:")) return text;
  const id = created.get(text.slice("bulkId:".length));
  if (id === undefined) throw scimError("invalidValue", `No operation before has created ${text}.`);
  return id;
}

async function createOne(caller: Caller, { path, bulkId, data }: BulkOperation): Promise<Outcome> {
  if (!/^\/?Users$/.test(path)) throw notFound("A bulk request creates users only: /Users.");
  if (!bulkId) throw scimError("invalidValue", "An operation that creates a user needs a bulkId.");
  const user = await createScimUser(caller, ScimUserBody.parse(data));
  return { status: 201, id: user.id, version: user.meta.version };
}

async function changeOne(caller: Caller, operation: BulkOperation, id: string): Promise<Outcome> {
  const { method, data } = operation;
  const version = operation.version ?? null;
  if (method === "DELETE") {
    if (!allows(caller, "workforce", "delete")) {
      throw insufficientScope("workforce", caller.actor.type === "OAuthApplication");
    }
    await deleteScimUser(caller, id, version);
    return { status: 204, id };
  }
  const user =
    method === "PUT"
      ? await replaceScimUser(caller, id, ScimUserBody.parse(data), version)
      : await patchScimUser(caller, id, PatchBody.parse(data), version);
  return { status: 200, id, version: user.meta.version };
}

async function runOne(caller: Caller, operation: BulkOperation, created: Created): Promise<BulkResult> {
  const { method, bulkId, path } = operation;
  const outcome =
    method === "POST"
      ? await createOne(caller, operation)
      : await changeOne(caller, operation, readUserId(path, created));
  if (method === "POST" && bulkId) created.set(bulkId, outcome.id);
  return {
    method,
    ...(bulkId ? { bulkId } : {}),
    location: scimUserUrl(outcome.id),
    ...(outcome.version === undefined ? {} : { version: outcome.version }),
    status: String(outcome.status),
  };
}

const readText = (given: unknown, key: "method" | "bulkId"): string | undefined => {
  const value = (given as Record<string, unknown> | null)?.[key];
  return typeof value === "string" ? value : undefined;
};

/** Logs an error that is ours. The client has to learn what the operations before it did, so it does not end the request. */
function reportUnexpected(error: unknown): { status: number; body: ScimErrorBody } {
  log.error({ err: error }, "an operation of a bulk request failed");
  return {
    status: 500,
    body: buildErrorBody(500, null, "This operation failed. Its cause is in the log of the service."),
  };
}

async function tryOne(caller: Caller, given: unknown, created: Created): Promise<BulkResult> {
  try {
    return await runOne(caller, BulkOperation.parse(given, { reportInput: true }), created);
  } catch (error) {
    const described = describeError(error) ?? reportUnexpected(error);
    const bulkId = readText(given, "bulkId");
    return {
      method: readText(given, "method") ?? "",
      ...(bulkId === undefined ? {} : { bulkId }),
      status: String(described.status),
      response: described.body,
    };
  }
}

/**
 * Runs operations one after the other, each in a transaction of its own, so that one that fails changes nothing and the
 * others stay. Ends after `failOnErrors` errors; the response has the operations until then (RFC 7644, 3.7.3). Throws
 * 413 for too many operations.
 */
export async function runBulk(caller: Caller, body: BulkBody): Promise<BulkResponse> {
  if (body.Operations.length > MAX_OPERATIONS) {
    throw new ApiError(
      413,
      "too_many_operations",
      `A bulk request has at most ${MAX_OPERATIONS} operations.`,
    );
  }
  const created: Created = new Map();
  const results: BulkResult[] = [];
  let errors = 0;
  for (const operation of body.Operations) {
    const result = await tryOne(caller, operation, created);
    results.push(result);
    if (result.response) errors += 1;
    if (body.failOnErrors && errors >= body.failOnErrors) break;
  }
  return { schemas: [BULK_RESPONSE_MESSAGE], Operations: results };
}
