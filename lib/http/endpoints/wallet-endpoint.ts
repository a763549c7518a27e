import type { z } from "zod";
import { invalidAccessToken, type ApiError } from "@/lib/kernel/errors";
import type { IncomingRequest } from "@/lib/kernel/incoming-request";
import { countOfferRequest, countWalletRequest } from "@/lib/platform/limits/request-limit";
import { parseBody, readBodyText } from "./body";
import { checkSchema } from "./responses";
import type { EndpointSpec } from "./endpoint-spec";
import { createRouteHandler, type Handler } from "./methods";
import { createOAuthErrorEncoder, parseTokenFields, validateTokenFields } from "./oauth-endpoint";
import { withRequestLog } from "./request-log";

// The endpoints of OpenID4VCI 1.0. Wallets are anonymous: cookies are not read, and bodies are those of the standard.

/** Wallets may run in pages of any origin. Nothing here uses cookies. */
const CORS_HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "Retry-After, WWW-Authenticate, X-Request-Id",
};
const PREFLIGHT_HEADERS = {
  ...CORS_HEADERS,
  "Access-Control-Allow-Methods": "POST, OPTIONS",
  "Access-Control-Allow-Headers": "Accept, Authorization, Content-Type",
  "Access-Control-Max-Age": "86400",
};

/** Far more than a proof and the codes of an offer have. */
const BODY_LIMIT = 65_536;

const encodeTokenError = createOAuthErrorEncoder({
  known: new Set(["invalid_request", "invalid_grant", "unsupported_grant_type"]),
  malformed: "invalid_request",
});
const encodeCredentialError = createOAuthErrorEncoder({
  known: new Set([
    "invalid_credential_request",
    "unknown_credential_configuration",
    "unknown_credential_identifier",
    "invalid_proof",
    "invalid_nonce",
    "invalid_encryption_parameters",
    "credential_request_denied",
  ]),
  malformed: "invalid_credential_request",
  unauthorized: "invalid_token",
});

type Described = Pick<EndpointSpec, "summary" | "body" | "isForWalletToken">;
type Presented<Row, Wire> = { present: (row: Row) => Wire; response: z.ZodType<Wire> };

/**
 * POST of a wallet: 200 with the bare result, which is never cached; errors as in RFC 6749, 5.2. Pages of any origin may
 * send it. One address gets 300 responses a minute, then 429.
 */
function walletEndpoint<Row, Wire>(
  described: Described & { verb: string },
  { present, response }: Presented<Row, Wire>,
  encode: ReturnType<typeof createOAuthErrorEncoder>,
  run: (request: IncomingRequest) => Promise<Row>,
): Handler {
  const handle = createRouteHandler((request, context) =>
    withRequestLog(
      request,
      context,
      async (requestLog) => {
        requestLog.headers = CORS_HEADERS;
        requestLog.headers = { ...CORS_HEADERS, ...(await countWalletRequest()) };
        const data = present(await run(request));
        checkSchema(response, data);
        return { status: 200, body: JSON.stringify(data), headers: {} };
      },
      encode,
    ),
  );
  const fixed = { scope: null, operation: "wallet", access: null, status: 200 } as const;
  const spec: EndpointSpec = { ...described, ...fixed, response };
  return Object.assign(handle, { spec, encode, preflight: PREFLIGHT_HEADERS });
}

/** The token endpoint for wallets (6). The body is a form. Clients are anonymous, so no client id is read. */
export function walletTokenEndpoint<Body, Row, Wire>(
  definition: Presented<Row, Wire> & {
    summary: string;
    body: z.ZodObject & z.ZodType<Body>;
    run: (body: Body) => Promise<Row>;
  },
): Handler {
  const { summary, body, run } = definition;
  const names = Object.keys(body.shape);
  return walletEndpoint({ summary, body, verb: run.name }, definition, encodeTokenError, async (request) =>
    run(validateTokenFields(parseTokenFields(await readBodyText(request, BODY_LIMIT), names), body)),
  );
}

/** An endpoint without parameters: that of nonces (7). A body is not read. */
export const walletQueryEndpoint = <Row, Wire>(
  definition: Presented<Row, Wire> & { summary: string; run: () => Promise<Row> },
): Handler =>
  walletEndpoint(
    { summary: definition.summary, verb: definition.run.name },
    definition,
    encodeTokenError,
    definition.run,
  );

/** Reads the access token of a request (RFC 6750, 2.1); null without one. Throws 401 for other credentials. */
function readBearerToken(request: IncomingRequest): string | null {
  const authorization = request.headers.get("authorization");
  if (authorization === null) return null;
  const [, token] = /^bearer +([\w.~+/-]+=*)$/i.exec(authorization.trim()) ?? [];
  if (token === undefined) throw invalidAccessToken();
  return token;
}

/**
 * The endpoint of credentials (8). The body is JSON. The access token is checked first: 401 as in RFC 6750, 3.
 * `toRequestError` converts the errors of a body that does not match the schema. One offer gets 20 responses in ten
 * minutes from all addresses together, then 429.
 */
export function walletCredentialEndpoint<Grant extends { id: string }, Body, Row, Wire>(
  definition: Presented<Row, Wire> & {
    summary: string;
    body: z.ZodType<Body>;
    toRequestError: (error: z.ZodError) => ApiError;
    authenticate: (token: string | null) => Promise<Grant>;
    run: (grant: Grant, body: Body) => Promise<Row>;
  },
): Handler {
  const { summary, body, toRequestError, authenticate, run } = definition;
  const described = { summary, body, verb: run.name, isForWalletToken: true };
  return walletEndpoint(described, definition, encodeCredentialError, async (request) => {
    const grant = await authenticate(readBearerToken(request));
    await countOfferRequest(grant.id);
    const text = await readBodyText(request, BODY_LIMIT);
    const parsed = body.safeParse(parseBody(text, "application/json", ""));
    if (!parsed.success) throw toRequestError(parsed.error);
    return run(grant, parsed.data);
  });
}
