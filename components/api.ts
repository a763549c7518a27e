import { z } from "zod";

/** The one fetch of the browser: the REST interface itself, with the session as the credential. */

const FieldFailure = z.object({ field: z.string(), code: z.string(), message: z.string() });
const FailureBody = z.object({
  data: z.object({ message: z.string(), code: z.string(), errors: z.array(FieldFailure) }),
});

export type FieldFailure = z.infer<typeof FieldFailure>;

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

async function failureOf(response: Response): Promise<ApiFailure> {
  const requestId = response.headers.get("x-request-id");
  const parsed = FailureBody.safeParse(await response.json().catch(() => null));
  if (!parsed.success) {
    return new ApiFailure(
      response.status,
      "unknown",
      `The server answered ${response.status}.`,
      [],
      requestId,
    );
  }
  const { message, code, errors } = parsed.data.data;
  return new ApiFailure(response.status, code, message, errors, requestId);
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

const Metadata = z.object({ current_page: z.int(), total_pages: z.int(), total_count: z.int() });

/** Reads one page of a list. */
export async function apiList<Data>(path: string, item: z.ZodType<Data>) {
  const response = await send("GET", path);
  return z.object({ data: z.array(item), metadata: Metadata }).parse(await response.json());
}

/** Reads one resource. */
export async function apiRead<Data>(path: string, schema: z.ZodType<Data>): Promise<Data> {
  const response = await send("GET", path);
  return z.object({ data: schema }).parse(await response.json()).data;
}

/** Makes or changes a resource and returns it as it now is. */
export async function apiWrite<Data>(
  method: "POST" | "PUT" | "PATCH",
  path: string,
  body: unknown,
  schema: z.ZodType<Data>,
): Promise<Data> {
  const response = await send(method, path, body);
  return z.object({ data: schema }).parse(await response.json()).data;
}

/** Removes a resource. */
export async function apiRemove(path: string): Promise<void> {
  await send("DELETE", path);
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
