import { dispatch } from "./routes";

type Body = Record<string, unknown>;

export type TestResponse = {
  status: number;
  headers: Headers;
  /** `data` of the envelope, or the text of a table. Loosely typed, because tests assert what they read. */
  data: any; // oxlint-disable-line typescript/no-explicit-any
  metadata: any; // oxlint-disable-line typescript/no-explicit-any
};

/** The statuses of concurrent responses, in ascending order. */
export const sortedStatuses = (answers: TestResponse[]): number[] =>
  answers.map(({ status }) => status).toSorted((one, other) => one - other);

export const ORIGIN = "http://localhost:3000";

export const basicHeaders = (token: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${token}:`).toString("base64")}`,
});

/** Sends a request unchanged to the real handlers. */
export async function sendRequest(request: Request): Promise<TestResponse> {
  const response = await dispatch(request);
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
  const encoded = isJson && text !== "" ? text : JSON.stringify(text === "" ? {} : { data: text });
  const parsed = JSON.parse(encoded) as { data?: unknown; metadata?: unknown };
  return { status: response.status, headers: response.headers, data: parsed.data, metadata: parsed.metadata };
}

/** Sends one request to the real handlers. */
export async function send(
  method: string,
  path: string,
  options: { headers?: Record<string, string>; body?: Body | string } = {},
): Promise<TestResponse> {
  const isText = typeof options.body === "string";
  const headers = {
    ...(options.body && !isText ? { "content-type": "application/json" } : {}),
    ...options.headers,
  };
  const body =
    options.body === undefined ? null : isText ? (options.body as string) : JSON.stringify(options.body);
  return sendRequest(new Request(ORIGIN + path, { method, headers, body }));
}

/** A client of one organization. Paths are relative to it. */
export const createOrganizationClient = (organizationId: string, token: string) => {
  const call =
    (method: string) =>
    (path: string, body?: Body | string, headers: Record<string, string> = {}) =>
      send(method, `/v1/organizations/${organizationId}${path}`, {
        headers: { ...basicHeaders(token), ...headers },
        ...(body === undefined ? {} : { body }),
      });
  return {
    get: call("GET"),
    post: call("POST"),
    put: call("PUT"),
    patch: call("PATCH"),
    delete: call("DELETE"),
  };
};
