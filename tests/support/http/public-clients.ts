// How existing clients use an API of this kind: the forms of their requests and what they read from a response, each as
// far as the tests need it. `fetch` is the real one, or one that calls the handlers.

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export type Connection = { fetch: Fetch; origin: string; organizationId: string; token: string };

export type Data = Record<string, unknown> & { id: string; state: string };
type Envelope = { data: Data; metadata: { next_page_url: string | null; total_pages: number } };

const base64 = (text: string): string => Buffer.from(text).toString("base64");

/** The error that a client throws: the status, and the message that it reads from the body. */
export class ClientError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

async function read(response: Response): Promise<Envelope> {
  const body = (await response.json()) as Envelope & { data: { message?: string } };
  if (!response.ok) throw new ClientError(response.status, String(body.data.message));
  return body;
}

/**
 * The client of Open edX's credentials service: Basic credentials without the colon, JSON declared on every request, a
 * slash at the end of every path, and the next page by the address in the previous one.
 */
export function createOpenEdxClient({ fetch, origin, organizationId, token }: Connection) {
  const base = `${origin}/v1/organizations/${organizationId}/`;
  const perform = async (method: string, suffix: string, data?: unknown) => {
    const headers = {
      accept: "application/json",
      "content-type": "application/json",
      authorization: `Basic ${base64(token)}`,
    };
    const url = new URL(suffix, base).href;
    return read(
      await fetch(url, { method, headers, body: data === undefined ? null : JSON.stringify(data) }),
    );
  };
  return {
    organization: async () => (await perform("GET", "")).data,
    /** Lists all active templates, page by page. */
    templates: async () => {
      const found: Data[] = [];
      let next: string | null = "badge_templates/?filter=state::active";
      while (next !== null) {
        const { data, metadata } = await perform("GET", next);
        found.push(...(data as unknown as Data[]));
        next = metadata.next_page_url;
      }
      return found;
    },
    event: async (id: string) => (await perform("GET", `events/${id}/`)).data,
    issue: async (badge: Record<string, unknown>) => (await perform("POST", "badges/", badge)).data,
    revoke: async (id: string, data: Record<string, unknown>) =>
      (await perform("PUT", `badges/${id}/revoke/`, data)).data,
  };
}

type Value = string | number | boolean | null | Value[] | { [key: string]: Value };
export type Parameters = Record<string, Value>;

/** Nested parameters as Ruby's libraries write them: list items without numbers. */
function encodeRubyPairs(value: Value, key: string): [string, string][] {
  if (Array.isArray(value)) return value.flatMap((item) => encodeRubyPairs(item, `${key}[]`));
  if (typeof value !== "object" || value === null) return [[key, String(value ?? "")]];
  return Object.entries(value).flatMap(([name, item]) =>
    encodeRubyPairs(item, key ? `${key}[${name}]` : name),
  );
}

/** A Ruby client: form bodies, Basic credentials with the colon, errors from the message in the body. */
export function createRubyClient({ fetch, origin, organizationId, token }: Connection) {
  return async (method: string, path: string, parameters?: Parameters) => {
    const headers = {
      accept: "*/*; q=0.5, application/json",
      "content-type": "application/x-www-form-urlencoded",
      authorization: `Basic ${base64(`${token}:`)}`,
    };
    const body = parameters ? new URLSearchParams(encodeRubyPairs(parameters, "")).toString() : null;
    const url = `${origin}/v1/organizations/${organizationId}${path}`;
    return read(await fetch(url, { method, headers, body }));
  };
}

/**
 * Nested parameters as PHP's `http_build_query` writes them: list items with numbers, true as 1, false as 0, null left
 * out.
 */
function encodePhpPairs(value: Value, key: string): [string, string][] {
  if (value === null) return [];
  if (typeof value === "boolean") return [[key, value ? "1" : "0"]];
  if (typeof value !== "object") return [[key, String(value)]];
  return Object.entries(value).flatMap(([name, item]) =>
    encodePhpPairs(item, key ? `${key}[${name}]` : name),
  );
}

/** A PHP client: everything in the query string, even for POST and PUT, whose bodies are empty. */
export function createPhpClient({ fetch, origin, organizationId, token }: Connection) {
  return async (method: string, path: string, parameters: Parameters = {}) => {
    const headers = { accept: "application/json", authorization: `Basic ${base64(`${token}:`)}` };
    const query = new URLSearchParams(encodePhpPairs(parameters, "")).toString();
    const url = `${origin}/v1/organizations/${organizationId}${path}${query ? `?${query}` : ""}`;
    return read(await fetch(url, { method, headers, body: method === "GET" ? null : "" }));
  };
}

/**
 * A client with the credentials of an OAuth application. It requests a token when it has none or when a response says
 * that its token is no longer valid, and then tries once more.
 */
export function createOAuthClient(
  { fetch, origin, organizationId }: Omit<Connection, "token">,
  application: { uid: string; secret: string; scope: string; isBasic: boolean },
) {
  let token: string | null = null;
  const grants: number[] = [];
  const grant = async (): Promise<string> => {
    const { uid, secret, scope, isBasic } = application;
    const form = new URLSearchParams({ grant_type: "client_credentials", scope });
    const headers: Record<string, string> = {
      "content-type": "application/x-www-form-urlencoded;charset=UTF-8",
    };
    if (isBasic) headers.authorization = `Basic ${base64(`${uid}:${secret}`)}`;
    else {
      form.set("client_id", uid);
      form.set("client_secret", secret);
    }
    const response = await fetch(`${origin}/oauth/token`, { method: "POST", headers, body: form.toString() });
    const granted = (await response.json()) as { access_token: string; expires_in: number };
    grants.push(granted.expires_in);
    return granted.access_token;
  };
  const perform = async (method: string, path: string, body?: unknown): Promise<Envelope> => {
    token ??= await grant();
    const url = `${origin}/v1/organizations/${organizationId}${path}`;
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const response = await fetch(url, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    });
    const challenge = response.headers.get("www-authenticate") ?? "";
    if (response.status !== 401 || !challenge.startsWith("Bearer")) return read(response);
    token = null;
    return perform(method, path, body);
  };
  return { perform, grants };
}
