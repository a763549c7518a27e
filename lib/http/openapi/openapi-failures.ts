import { z } from "zod";
import type { ZodOpenApiResponseObject } from "zod-openapi";
import type { EndpointSpec } from "@/lib/http/endpoints/endpoint-spec";
import { OAuthErrorBody } from "@/lib/http/endpoints/oauth-endpoint";
import { ErrorBody } from "@/lib/http/endpoints/responses";

/** A header of every response. */
export const requestId = z.string().meta({
  description: "ID of this request. Include it when you report a problem.",
  header: { id: "X-Request-Id" },
});

const failureResponse = (
  id: string,
  description: string,
  headers: Record<string, z.ZodType> = {},
  schema: z.ZodType = ErrorBody,
) => ({
  id,
  description,
  headers: z.object({ "X-Request-Id": requestId, ...headers }),
  content: { "application/json": { schema } },
});

export const retryAfter = z.string().meta({ description: "Seconds to wait." });

/** The headers of a 429 that describe the limit (draft-ietf-httpapi-ratelimit-headers). */
export const RATE_LIMIT_HEADERS = {
  "Retry-After": retryAfter,
  "RateLimit-Policy": z.string().meta({ description: "The limit: `q` requests in a window of `w` seconds." }),
  RateLimit: z
    .string()
    .meta({ description: "The remaining requests: `r`, until the window ends in `t` seconds." }),
};

/** Every error of the organization API (decision 0002). */
const FAILURES = {
  400: failureResponse(
    "BadRequest",
    "Malformed body, bad parameter, unknown filter or sort key, or a page too deep.",
  ),
  401: failureResponse("Unauthorized", "No credential, or one that is wrong, expired or replaced.", {
    "WWW-Authenticate": z.string(),
  }),
  403: failureResponse("Forbidden", "The credential lacks the permission or the scope."),
  404: failureResponse("NotFound", "Unknown, or of another organization."),
  409: failureResponse(
    "Conflict",
    "The Idempotency-Key was used for another request, or that request still runs. Or the data is not what the change is based on.",
    {
      "Retry-After": retryAfter.optional(),
    },
  ),
  410: failureResponse("Gone", "No longer stored. The message says how long such resources are stored."),
  413: failureResponse("BodyTooLarge", "The body is too large."),
  415: failureResponse("UnsupportedMediaType", "The body is compressed or multipart."),
  422: failureResponse("Unprocessable", "A field or a business rule forbids it. `errors` names the fields."),
  429: failureResponse(
    "TooManyRequests",
    "Too many requests of this credential, or failures of this address.",
    RATE_LIMIT_HEADERS,
  ),
  500: failureResponse("InternalError", "Internal error. The message contains only the ID of the request."),
  503: failureResponse(
    "Busy",
    "The data was locked for too long, or too many large requests arrived at once, and nothing was changed (`busy`), or the database is unavailable and it is unknown whether the change was made (`unavailable`). Repeat with the same Idempotency-Key.",
    {
      "Retry-After": retryAfter,
    },
  ),
} satisfies Record<number, ZodOpenApiResponseObject>;

const oauthFailure = (id: string, description: string, headers: Record<string, z.ZodType> = {}) =>
  failureResponse(`Token${id}`, description, headers, OAuthErrorBody);

/** The errors of the token endpoint (RFC 6749, 5.2). */
const TOKEN_FAILURES = {
  400: oauthFailure("BadRequest", "`invalid_request`, `invalid_scope` or `unsupported_grant_type`."),
  401: oauthFailure("Unauthorized", "`invalid_client`.", { "WWW-Authenticate": z.string() }),
  413: oauthFailure("BodyTooLarge", "The body is too large."),
  415: oauthFailure("UnsupportedMediaType", "The body is compressed."),
  429: oauthFailure("TooManyRequests", "Too many requests of this address.", RATE_LIMIT_HEADERS),
  500: oauthFailure("InternalError", "Internal error. The description contains only the ID of the request."),
  503: oauthFailure("Busy", "`temporarily_unavailable`.", { "Retry-After": retryAfter }),
} satisfies Record<number, ZodOpenApiResponseObject>;

const walletFailure = (id: string, description: string, headers: Record<string, z.ZodType> = {}) =>
  failureResponse(`Wallet${id}`, description, headers, OAuthErrorBody);

/** The errors of the endpoints for wallets (OpenID4VCI 1.0, 6.3 and 8.3.1). */
const WALLET_FAILURES = {
  400: walletFailure(
    "BadRequest",
    "Token: `invalid_request`, `invalid_grant` or `unsupported_grant_type`. Credential: `invalid_credential_request`, `unknown_credential_configuration`, `unknown_credential_identifier`, `invalid_proof`, `invalid_nonce`, `invalid_encryption_parameters` or `credential_request_denied`.",
  ),
  413: walletFailure("BodyTooLarge", "The body is too large."),
  415: walletFailure("UnsupportedMediaType", "The body is compressed."),
  429: walletFailure("TooManyRequests", "Too many requests of this address.", RATE_LIMIT_HEADERS),
  500: walletFailure("InternalError", "Internal error. The description contains only the ID of the request."),
  503: walletFailure("Busy", "`temporarily_unavailable`.", { "Retry-After": retryAfter }),
} satisfies Record<number, ZodOpenApiResponseObject>;

const WALLET_TOKEN_FAILURES = {
  401: walletFailure("Unauthorized", "`invalid_token`.", { "WWW-Authenticate": z.string() }),
  ...WALLET_FAILURES,
};

type FailureStatus = keyof typeof FAILURES;

const ALWAYS: FailureStatus[] = [401, 403, 404, 429, 500, 503];
const BY_OPERATION: Record<Exclude<EndpointSpec["operation"], "token" | "wallet">, FailureStatus[]> = {
  list: [400, ...ALWAYS],
  cursor: [400, ...ALWAYS],
  get: ALWAYS,
  csv: ALWAYS,
  file: [400, 422, ...ALWAYS],
  query: [400, 413, 415, 422, ...ALWAYS],
  create: [400, 409, 413, 415, 422, ...ALWAYS],
  update: [400, 413, 415, 422, ...ALWAYS],
  remove: [422, ...ALWAYS],
  // Needs no sign-in, and invalid and unknown ids get the same response.
  public: [400, 413, 415, 422, 429, 500, 503],
  document: [404, 500, 503],
};

/** The errors that an operation can return. */
export function operationFailures({
  operation,
  canConflict,
  canExpire,
  isForWalletToken,
}: EndpointSpec): Record<number, ZodOpenApiResponseObject> {
  if (operation === "token") return TOKEN_FAILURES;
  if (operation === "wallet") return isForWalletToken ? WALLET_TOKEN_FAILURES : WALLET_FAILURES;
  const statuses = [
    ...BY_OPERATION[operation],
    ...(canConflict ? [409 as const] : []),
    ...(canExpire ? [410 as const] : []),
  ];
  return Object.fromEntries(statuses.map((status) => [status, FAILURES[status]]));
}
