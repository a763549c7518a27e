import createClient, { type Client, type Middleware } from "openapi-fetch";
import { createAuthorization, type Credentials } from "./credentials.ts";
import { readApiError } from "./errors.ts";
import type { components, paths } from "./openapi.ts";
import { createRetryingFetch } from "./retrying-fetch.ts";
import { VERSION } from "./version.ts";
import { watchEvents, type EventPage, type WatchOptions } from "./watch-events.ts";

export { BadgesApiError, BadgesConnectionError, type FieldError } from "./errors.ts";
export type { Credentials } from "./credentials.ts";
export type { WatchOptions } from "./watch-events.ts";
export * from "./webhooks.ts";
export type { components, paths } from "./openapi.ts";

type Schemas = components["schemas"];
export type Badge = Schemas["IssuedBadge"];
export type NewBadge = Schemas["IssueInput"];
export type BatchResult = Schemas["BatchResult"];
export type BadgeEvent = Schemas["Event"];

export type ClientOptions = Credentials & {
  /** The address of the service, for example `https://badges.example.org`. */
  baseUrl: string;
  /** Default: the organization of the credential. */
  organizationId?: string;
  /** Limits one attempt. Default: 30. */
  timeoutSeconds?: number;
  /** Attempts after the first. Default: 4. */
  maxRetries?: number;
  /** The longest `Retry-After` to wait for. Default: 65, a window of the rate limit. */
  maxWaitSeconds?: number;
  /** Sends the credential over http to another machine. Default: false. */
  allowHttp?: boolean;
  /** Placed before the name of this client in `User-Agent`. */
  userAgent?: string;
  fetch?: typeof fetch;
};

type Listed<P> = P extends {
  get: {
    responses: {
      200: {
        content: { "application/json": { data: (infer T)[]; metadata: { next_page_url: string | null } } };
      };
    };
  };
}
  ? T
  : never;

/** The paths of lists. */
export type ListPath = { [P in keyof paths]: [Listed<paths[P]>] extends [never] ? never : P }[keyof paths];
/** An item of the list at this path. */
export type ListItem<P extends ListPath> = Listed<paths[P]>;

export type ListOptions = {
  /** Ids in the path, other than that of the organization. */
  ids?: Record<string, string>;
  /** The keys of each list are in the OpenAPI document. An item must match all of them. */
  filter?: Record<string, string>;
  sort?: string;
  /** Other parameters. */
  query?: Record<string, string>;
  signal?: AbortSignal;
};

export type IssueOptions = {
  /** The same key with the same request returns the first response for 24 hours. Default: a random key. */
  idempotencyKey?: string;
  signal?: AbortSignal;
};

/** Whether the host of an address is this machine. */
const isLoopback = (host: string): boolean => /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(host);

/** Returns the address without a path or a slash at its end. Throws TypeError when it must not be used. */
export function parseBaseUrl(text: string, allowHttp = false): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !["http:", "https:"].includes(url.protocol) || url.username !== "")
    throw new TypeError(
      `“${text}” is not the address of a service. Use one like https://badges.example.org.`,
    );
  if (url.protocol === "http:" && !allowHttp && !isLoopback(url.hostname))
    throw new TypeError("Over http, others can read the token. Use https, or set allowHttp.");
  return url.origin;
}

/** Returns the resource of a response. Errors have been thrown before. */
export function unwrap<Body>(result: { data?: Body }): Body extends { data: infer T } ? T : never {
  const body = result.data as { data: unknown } | undefined;
  if (!body) throw new TypeError("The response has no content.");
  return body.data as Body extends { data: infer T } ? T : never;
}

/** Adds what every request needs, and throws BadgesApiError for an error status. */
const buildMiddleware = (authorize: () => Promise<string>, userAgent: string): Middleware => ({
  async onRequest({ request }) {
    request.headers.set("authorization", await authorize());
    request.headers.set("user-agent", userAgent);
    if (request.method === "POST" && !request.headers.has("idempotency-key"))
      request.headers.set("idempotency-key", crypto.randomUUID());
    return request;
  },
  async onResponse({ response }) {
    if (!response.ok) throw await readApiError(response);
  },
});

function buildQuery({ filter = {}, sort, query = {} }: ListOptions): string {
  const parameters = new URLSearchParams(query);
  for (const [key, value] of Object.entries(filter)) parameters.append(`filter[${key}]`, value);
  if (sort !== undefined) parameters.set("sort", sort);
  return parameters.size === 0 ? "" : `?${parameters}`;
}

type ListBody = { data: unknown[]; metadata: { next_page_url: string | null } };

/**
 * A client of one organization. `api` has every operation, with types. The methods cover what most programs do. Every
 * POST gets an idempotency key, so that it can be repeated safely.
 */
export class BadgesClient {
  /** Every operation: `api.GET("/organizations/{organization_id}/badges", { params })`. Errors are thrown. */
  readonly api: Client<paths>;
  #organizationId: Promise<string> | null;

  constructor(options: ClientOptions) {
    const origin = parseBaseUrl(options.baseUrl, options.allowHttp);
    const { timeoutSeconds = 30, maxRetries = 4, maxWaitSeconds = 65 } = options;
    const send = createRetryingFetch({
      fetch: options.fetch ?? ((input, init) => fetch(input, init)),
      timeoutSeconds,
      maxRetries,
      maxWaitSeconds,
    });
    const agent = [options.userAgent ?? [], `badges-client/${VERSION}`].flat().join(" ");
    this.api = createClient<paths>({ baseUrl: `${origin}/v1`, fetch: send });
    this.api.use(buildMiddleware(createAuthorization(origin, options, send), agent));
    this.#organizationId =
      options.organizationId === undefined ? null : Promise.resolve(options.organizationId);
  }

  /** Returns the organization of the credential, or the one of the options. */
  organizationId(): Promise<string> {
    this.#organizationId ??= this.#findOrganization().catch((error: unknown) => {
      this.#organizationId = null;
      throw error;
    });
    return this.#organizationId;
  }

  async #findOrganization(): Promise<string> {
    const [only, ...others] = unwrap(await this.api.GET("/organizations"));
    if (only && others.length === 0) return only.id;
    throw new TypeError("Set organizationId: the credential does not belong to exactly one organization.");
  }

  async #path() {
    return { organization_id: await this.organizationId() };
  }

  /** Yields all items of a list, and reads its pages as they are needed. Lists end at 10,000 rows. */
  async *list<P extends ListPath>(
    path: P,
    options: ListOptions = {},
  ): AsyncGenerator<ListItem<P>, void, undefined> {
    const ids: Record<string, string> = { ...options.ids, ...(await this.#path()) };
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? ""));
    const signal = options.signal ? { signal: options.signal } : {};
    const get = this.api.GET as unknown as (url: string, init: object) => Promise<{ data: ListBody }>;
    let query: string | null = buildQuery(options);
    while (query !== null) {
      const { data: page }: { data: ListBody } = await get(filled + query, signal);
      yield* page.data as ListItem<P>[];
      // Only its query: the service may be reached under another address than the one it names.
      const next: string | null = page.metadata.next_page_url;
      query = next === null ? null : new URL(next).search;
    }
  }

  /** Issues a badge. Throws BadgesApiError with status 422 when the recipient already has it. */
  async issueBadge(badge: NewBadge, options: IssueOptions = {}): Promise<Badge> {
    const { idempotencyKey = crypto.randomUUID(), ...rest } = options;
    const header = { "Idempotency-Key": idempotencyKey };
    const params = { path: await this.#path(), header };
    return unwrap(
      await this.api.POST("/organizations/{organization_id}/badges", { params, body: badge, ...rest }),
    );
  }

  /**
   * Issues up to 1,000 badges. Each has its own result, in their order. `isReplayed`: a request with this key was
   * carried out before, and these are its results.
   */
  async issueBadges(
    badges: NewBadge[],
    options: IssueOptions = {},
  ): Promise<{ results: BatchResult[]; isReplayed: boolean }> {
    const { idempotencyKey = crypto.randomUUID(), ...rest } = options;
    const params = { path: await this.#path(), header: { "Idempotency-Key": idempotencyKey } };
    const result = await this.api.POST("/organizations/{organization_id}/badges/batch", {
      params,
      body: { badges },
      ...rest,
    });
    return { results: unwrap(result), isReplayed: result.response.headers.has("idempotent-replayed") };
  }

  /** Reads one badge. */
  async getBadge(id: string): Promise<Badge> {
    const path = { ...(await this.#path()), badge_id: id };
    return unwrap(
      await this.api.GET("/organizations/{organization_id}/badges/{badge_id}", { params: { path } }),
    );
  }

  /** Reads an event, for example one that a webhook names. */
  async getEvent(id: string): Promise<BadgeEvent> {
    const path = { ...(await this.#path()), event_id: id };
    return unwrap(
      await this.api.GET("/organizations/{organization_id}/events/{event_id}", { params: { path } }),
    );
  }

  /** Yields events as they happen (see WatchOptions). No webhook is needed. */
  watchEvents(options: WatchOptions = {}): AsyncGenerator<BadgeEvent, void, undefined> {
    const signal = options.signal ? { signal: options.signal } : {};
    const read = async (query: object): Promise<EventPage<BadgeEvent>> => {
      const params = { path: await this.#path(), query };
      const result = await this.api.GET("/organizations/{organization_id}/events", { params, ...signal });
      const date = Date.parse(result.response.headers.get("date") ?? "");
      return { events: unwrap(result), readAt: new Date(Number.isNaN(date) ? Date.now() : date) };
    };
    return watchEvents(read, options);
  }
}

/** Creates a client of the organization that the credential belongs to. */
export const createBadgesClient = (options: ClientOptions): BadgesClient => new BadgesClient(options);
