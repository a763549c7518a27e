/** Client of the REST API in the browser. The session cookie is the credential. */

import { requestProof } from "./proof";

export type FieldFailure = { field: string; code: string; message: string };

/** A response that is not a success, with the API's code and message. `status` 0: no response at all. */
export class ApiFailure extends Error {
  override name = "ApiFailure";

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly errors: FieldFailure[] = [],
    readonly requestId: string | null = null,
  ) {
    super(message);
  }
}

/**
 * Builds a failure for a request that is not sent, with a code as the API would return it. Pages translate the code.
 * With `field` the page shows the message at that field.
 */
export const buildLocalFailure = (code: string, field?: string): ApiFailure =>
  new ApiFailure(422, code, code, field === undefined ? [] : [{ field, code, message: code }]);

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

const buildRequest = (method: Method, body: unknown): RequestInit => ({
  method,
  credentials: "same-origin",
  headers: {
    Accept: "application/json",
    ...(body === undefined ? {} : { "Content-Type": "application/json" }),
  },
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
});

type Fields = Record<string, unknown>;

/** Reads the `data` of a response envelope; null when the body is not an envelope. Error responses have one, too. */
async function readEnvelopeData(response: Response): Promise<Fields | null> {
  const body = (await response.json().catch(() => null)) as { data?: unknown } | null;
  return typeof body?.data === "object" ? (body.data as Fields | null) : null;
}

const isFieldFailure = (item: Partial<FieldFailure> | null): item is FieldFailure =>
  [item?.field, item?.code, item?.message].every((text) => typeof text === "string");

async function readFailure(response: Response): Promise<ApiFailure> {
  const { status } = response;
  const requestId = response.headers.get("x-request-id");
  const { message, code, errors } = (await readEnvelopeData(response)) ?? {};
  if (typeof message !== "string" || typeof code !== "string" || !Array.isArray(errors)) {
    return new ApiFailure(status, "unknown", `The server responded with status ${status}.`, [], requestId);
  }
  return new ApiFailure(status, code, message, errors.filter(isFieldFailure), requestId);
}

/**
 * Sends a request. If the API requires a proof of identity first, the person is asked for it, and the request is sent
 * once more.
 */
async function send(method: Method, path: string, body?: unknown, canProve = true): Promise<Response> {
  const response = await fetch(path, buildRequest(method, body)).catch(() => {
    throw new ApiFailure(
      0,
      "offline",
      "The server could not be reached. Check the connection and try again.",
    );
  });
  if (response.ok) return response;
  const failure = await readFailure(response);
  if (canProve && failure.code === "proof_required" && (await requestProof()))
    return send(method, path, body, false);
  throw failure;
}

/**
 * Reads the data of a successful response. It is not validated here: the service checks its responses against the
 * domain's schema in tests and in development, and validating would add the schemas and their library to every page.
 */
async function readResponseData<Data>(response: Response): Promise<Data> {
  const data = await readEnvelopeData(response);
  if (data) return data as Data;
  const requestId = response.headers.get("x-request-id");
  throw new ApiFailure(response.status, "unknown", "The server’s response could not be read.", [], requestId);
}

/** Reads the items of one page of a list. */
export const apiList = async <Item>(path: string): Promise<Item[]> =>
  readResponseData(await send("GET", path));

/** Reads one resource. */
export const apiRead = async <Data>(path: string): Promise<Data> => readResponseData(await send("GET", path));

/** Creates or updates a resource and returns its new state. */
export const apiWrite = async <Data>(
  method: "POST" | "PUT" | "PATCH",
  path: string,
  body: unknown,
): Promise<Data> => readResponseData(await send(method, path, body));

/** Deletes a resource. */
export async function apiRemove(path: string): Promise<void> {
  await send("DELETE", path);
}

/** Sends a request about the signed-in person (`path` below /v1/me). Returns the response's data, null for 204. */
export async function apiMe<Data = null>(method: Method, path: string, body?: unknown): Promise<Data> {
  const response = await send(method, `/v1/me${path}`, body);
  return response.status === 204 ? (null as Data) : readResponseData(response);
}

/** Redirects to the sign-in page after the session has ended. Sign-in leads back to this page. */
export function redirectToSignIn(): void {
  const here = window.location.pathname + window.location.search;
  window.location.assign(`/sign-in?callbackUrl=${encodeURIComponent(here)}`);
}

/** The API path of a resource of an organization. */
export const organizationPath = (organizationId: string, rest: string): string =>
  `/v1/organizations/${organizationId}/${rest}`;

/** An unprocessed response, successful or not, for the console's API reference. `ms`: how long the request took. */
export type RawResponse = {
  status: number;
  headers: [name: string, value: string][];
  body: string;
  ms: number;
};

/** Sends a request with an unchanged body and returns the unprocessed response and its duration. */
export async function apiSendRaw(method: string, path: string, body: string | null): Promise<RawResponse> {
  const started = performance.now();
  const response = await fetch(path, {
    method,
    credentials: "same-origin",
    headers: body === null ? {} : { "Content-Type": "application/json" },
    body,
  });
  const text = await response.text();
  const ms = performance.now() - started;
  return { status: response.status, headers: [...response.headers], body: text, ms };
}
