import { z } from "zod";
import type { StorableResponse } from "@/lib/access/idempotency-keys/service";
import { isDatabaseBusy, isDatabaseUnavailable } from "@/lib/kernel/database-errors";
import {
  ApiError,
  busy,
  CLIENT_CLOSED_STATUS,
  isClientClosed,
  unavailable,
  validationError,
} from "@/lib/kernel/errors";
import { log } from "@/lib/kernel/log";

/**
 * Checks a response against its schema, in tests and development only, so that production has no cost. A mismatch is a
 * bug and throws. `decode` parses data that is already encoded.
 */
export function checkSchema<Data>(schema: z.ZodType, data: Data, decode?: (data: Data) => unknown): void {
  if (process.env.NODE_ENV === "production") return;
  const result = schema.safeParse(decode ? decode(data) : data);
  if (!result.success) throw new Error(`The response does not match its schema: ${result.error.message}`);
}

export const ErrorBody = z
  .object({
    data: z.object({
      message: z.string(),
      code: z.string(),
      errors: z.array(z.object({ field: z.string(), code: z.string(), message: z.string() })),
    }),
    metadata: z.null(),
  })
  .meta({ id: "Error" });

const BASE_HEADERS = {
  "Content-Type": "application/json; charset=utf-8",
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
};

export type { StorableResponse as Answer };

/** A response that is never stored, so its body may be bytes. */
export type ResponseParts = Omit<StorableResponse, "body"> & { body: string | Buffer<ArrayBuffer> };

/** A response of the organization API: `{data, metadata}`. */
export const jsonResponse = (
  status: number,
  data: unknown,
  metadata: unknown = {},
  headers: Record<string, string> = {},
): StorableResponse => ({ status, body: JSON.stringify({ data, metadata }), headers });

/** The same for items that are already JSON. */
export const encodedJsonResponse = (
  status: number,
  items: string[],
  metadata: unknown,
): StorableResponse => ({
  status,
  body: `{"data":[${items.join(",")}],"metadata":${JSON.stringify(metadata)}}`,
  headers: {},
});

/** 204. */
export const emptyResponse = (): StorableResponse => ({ status: 204, body: "", headers: {} });

/** A response that is ready to be sent. `body` is null where none is allowed. */
export type FinishedResponse = Omit<ResponseParts, "body"> & {
  body: string | Buffer<ArrayBuffer> | null;
  /** The values of its `Set-Cookie` headers. */
  setCookies: readonly string[];
};

/** Completes a response with the headers that all have, and the request's id. */
export const finishResponse = (
  { status, body, headers }: ResponseParts,
  requestId: string,
  setCookies: readonly string[] = [],
): FinishedResponse => ({
  status,
  body: status === 204 || status === 304 ? null : body,
  headers: { ...BASE_HEADERS, ...headers, "X-Request-Id": requestId },
  setCookies,
});

/** Converts a finished response to a standard one. */
export function toStandardResponse({ status, body, headers, setCookies }: FinishedResponse): Response {
  const response = new Response(body, { status, headers });
  for (const cookie of setCookies) response.headers.append("Set-Cookie", cookie);
  return response;
}

/**
 * Converts an unexpected error to an ApiError: 499 when the client hung up, 503 when the database is not available or data was locked for too long,
 * otherwise a 500 that contains only the id of the request.
 */
export function toInternalError(error: unknown, requestId: string): ApiError {
  if (isClientClosed(error)) {
    log.debug({ err: error, requestId }, "client hung up");
    return new ApiError(CLIENT_CLOSED_STATUS, "client_closed_request", "The client closed the connection.");
  }
  if (isDatabaseBusy(error)) {
    log.warn({ err: error, requestId }, "database lock timeout");
    return busy();
  }
  if (isDatabaseUnavailable(error)) {
    log.warn({ err: error, requestId }, "database unavailable");
    return unavailable();
  }
  log.error({ err: error, requestId }, "request failed");
  const message = `Something went wrong on our side. Request ID: ${requestId}`;
  return new ApiError(500, "internal_error", message);
}

/** Encodes errors in the format of one API. */
export type ErrorEncoder = (error: unknown, requestId: string) => StorableResponse;

/** The error encoder of the organization API. */
export const encodeError: ErrorEncoder = (error, requestId) => {
  const converted = error instanceof z.ZodError ? validationError(error) : error;
  const apiError = converted instanceof ApiError ? converted : toInternalError(converted, requestId);
  const data = { message: apiError.message, code: apiError.code, errors: apiError.errors };
  return jsonResponse(apiError.status, data, null, apiError.headers);
};
