/** The one fetch of the browser: the REST interface itself, with the session as the credential. */

export type FieldFailure = { field: string; code: string; message: string };

/** An answer that is not a success, in the API's own words. `status` 0: no answer at all. */
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
 * What was not even sent, told as the interface tells what it refuses: by codes, for pages that have their own sentences
 * for them; of `field` when the page shows it there.
 */
export const notSent = (code: string, field?: string): ApiFailure =>
  new ApiFailure(422, code, code, field === undefined ? [] : [{ field, code, message: code }]);

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

const requestOf = (method: Method, body: unknown): RequestInit => ({
  method,
  credentials: "same-origin",
  headers: {
    Accept: "application/json",
    ...(body === undefined ? {} : { "Content-Type": "application/json" }),
  },
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
});

type Fields = Record<string, unknown>;

/** The data of an envelope; null when the text is none. The interface answers its failures so, too. */
async function dataOf(response: Response): Promise<Fields | null> {
  const body = (await response.json().catch(() => null)) as { data?: unknown } | null;
  return typeof body?.data === "object" ? (body.data as Fields | null) : null;
}

const isFieldFailure = (item: Partial<FieldFailure> | null): item is FieldFailure =>
  [item?.field, item?.code, item?.message].every((text) => typeof text === "string");

async function failureOf(response: Response): Promise<ApiFailure> {
  const { status } = response;
  const requestId = response.headers.get("x-request-id");
  const { message, code, errors } = (await dataOf(response)) ?? {};
  if (typeof message !== "string" || typeof code !== "string" || !Array.isArray(errors)) {
    return new ApiFailure(status, "unknown", `The server answered ${status}.`, [], requestId);
  }
  return new ApiFailure(status, code, message, errors.filter(isFieldFailure), requestId);
}

async function send(method: Method, path: string, body?: unknown): Promise<Response> {
  const response = await fetch(path, requestOf(method, body)).catch(() => {
    throw new ApiFailure(
      0,
      "offline",
      "The server could not be reached. Check the connection and try again.",
    );
  });
  if (!response.ok) throw await failureOf(response);
  return response;
}

/**
 * What a success carries. Its type is the one of the domain's schema, which the service holds its answers to in tests
 * and in development; here a second look at each of them would cost every page the schemas and their library.
 */
async function answerOf<Data>(response: Response): Promise<Data> {
  const data = await dataOf(response);
  if (data) return data as Data;
  const requestId = response.headers.get("x-request-id");
  throw new ApiFailure(response.status, "unknown", "The server’s answer could not be read.", [], requestId);
}

/** Reads the items of one page of a list. */
export const apiList = async <Item>(path: string): Promise<Item[]> => answerOf(await send("GET", path));

/** Reads one resource. */
export const apiRead = async <Data>(path: string): Promise<Data> => answerOf(await send("GET", path));

/** Makes or changes a resource and returns it as it now is. */
export const apiWrite = async <Data>(
  method: "POST" | "PUT" | "PATCH",
  path: string,
  body: unknown,
): Promise<Data> => answerOf(await send(method, path, body));

/** Removes a resource. */
export async function apiRemove(path: string): Promise<void> {
  await send("DELETE", path);
}

/** Changes something of the signed-in person (`path` below /v1/me); the answer's data, null when there is none. */
export async function apiOfMe<Data = null>(method: Method, path: string, body?: unknown): Promise<Data> {
  const response = await send(method, `/v1/me${path}`, body);
  return response.status === 204 ? (null as Data) : answerOf(response);
}

/** A session that ended leads to the sign-in page and back here. */
export function signInAgain(): void {
  const here = window.location.pathname + window.location.search;
  window.location.assign(`/sign-in?callbackUrl=${encodeURIComponent(here)}`);
}

/** The path of something of an organization. */
export const organizationPath = (organizationId: string, rest: string): string =>
  `/v1/organizations/${organizationId}/${rest}`;

/** An exchange as it was, for whoever wants to see the interface itself: also what is no success. */
export type Exchange = { status: number; headers: [name: string, value: string][]; body: string; ms: number };

/** Sends a request with a body as it was written, and tells what came back and how long it took. */
export async function apiExchange(method: string, path: string, body: string | null): Promise<Exchange> {
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
