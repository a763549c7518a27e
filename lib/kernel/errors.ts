import type { z } from "zod";

export type FieldError = { field: string; code: string; message: string };

/** An error response. The encoders in lib/http turn it into the response body of each API. */
export class ApiError extends Error {
  override name = "ApiError";

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly errors: FieldError[] = [],
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
  }
}

/** 400: the request cannot be understood (malformed JSON, unknown filter or sort key, page too deep). */
export const badRequest = (code: string, message: string) => new ApiError(400, code, message);

/** 401: no credential, or one that is wrong, expired or replaced. */
export const unauthorized = (
  message = "Authentication is required.",
  challenge = 'Basic realm="badges", Bearer',
) => new ApiError(401, "unauthorized", message, [], { "WWW-Authenticate": challenge });

/** 401 for an access token that is malformed, unknown, expired, or whose application was deleted (RFC 6750, 3.1). */
export const invalidAccessToken = () => {
  const message = "The access token is not valid or has expired.";
  const challenge = `Bearer realm="badges", error="invalid_token", error_description="${message}"`;
  return new ApiError(401, "unauthorized", message, [], { "WWW-Authenticate": challenge });
};

/** 403: the credential is valid, but lacks the permission or scope. */
export const forbidden = (message: string, code = "forbidden") => new ApiError(403, code, message);

/** 403 for a missing scope. Clients with an access token also get it in a header (RFC 6750, 3.1). */
export const insufficientScope = (scope: string, isBearer: boolean) => {
  const challenge = `Bearer realm="badges", error="insufficient_scope", scope="${scope}"`;
  const headers = isBearer ? { "WWW-Authenticate": challenge } : undefined;
  return new ApiError(403, "insufficient_scope", `This request needs the scope ${scope}.`, [], headers);
};

/** 404: does not exist, or belongs to another organization. Both look the same. */
export const notFound = (message = "The requested resource was not found.") =>
  new ApiError(404, "not_found", message);

/** 409: an idempotency key that was used for another request, or is still in use. */
export const conflict = (code: string, message: string, headers: Record<string, string> = {}) =>
  new ApiError(409, code, message, [], headers);

/** Seconds after which a request that got 503 can be repeated. */
export const RETRY_AFTER_SECONDS = "5";

/** 503: the request waited too long for locked data, or for what `message` says. */
export const busy = (message = "Too many requests are changing the same data. Try again in a moment.") =>
  new ApiError(503, "busy", message, [], { "Retry-After": RETRY_AFTER_SECONDS });

/** 503: the database is not available. Whether a change was made is unknown. */
export const unavailable = () =>
  new ApiError(503, "unavailable", "The service is temporarily unavailable. Try again in a moment.", [], {
    "Retry-After": RETRY_AFTER_SECONDS,
  });

/**
 * The client hung up before its request had arrived. No `ApiError`, so that code which catches those does not go on with an
 * empty form. Only for the log, because nobody reads a response.
 */
export class ClientClosedError extends Error {
  override name = "ClientClosedError";
  constructor(cause: unknown) {
    super("The client closed the connection.", { cause });
  }
}

/** The status in logs and metrics of a request whose client hung up. nginx introduced it. */
export const CLIENT_CLOSED_STATUS = 499;

/** Whether the client hung up. By name, because Next bundles its own copy of this file. */
export const isClientClosed = (error: unknown): boolean =>
  error instanceof Error && error.name === "ClientClosedError";

/** 410: existed, and has been removed permanently. */
export const gone = (message: string) => new ApiError(410, "gone", message);

/** 429: too many requests. `retryAfter` is in seconds; `headers` can describe the limit. */
export const tooManyRequests = (message: string, retryAfter: number, headers: Record<string, string> = {}) =>
  new ApiError(429, "too_many_requests", message, [], { ...headers, "Retry-After": String(retryAfter) });

/** 422: well-formed, but a field or a business rule forbids it. */
export const unprocessable = (code: string, message: string, errors: FieldError[] = []) =>
  new ApiError(422, code, message, errors);

/** 422 for a single field. A `message` that is not a complete sentence is appended to the field's name. */
export const invalidField = (field: string, code: string, message: string) => {
  const isSentence = message.endsWith(".") || /^[A-Z]/.test(message);
  const sentence = isSentence ? message : `Validation failed: ${field} ${message}.`;
  return unprocessable(code, sentence, [{ field, code, message }]);
};

const toFieldError = (issue: z.core.$ZodIssue): FieldError => {
  const missing = "input" in issue && issue.input === undefined;
  return {
    field: issue.path.join("."),
    code: missing ? "required" : issue.code === "custom" ? "invalid" : issue.code,
    message: missing ? "is required" : issue.message,
  };
};

/** Converts the errors of a body that does not match its schema to a 422 that names each field. */
export function validationError(error: z.ZodError): ApiError {
  const errors = error.issues.slice(0, 50).map(toFieldError);
  const sentence = errors.map(({ field, message }) => `${field} ${message}`.trim()).join("; ");
  return new ApiError(422, "validation_failed", `Validation failed: ${sentence}.`, errors);
}
