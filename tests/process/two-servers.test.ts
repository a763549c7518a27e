import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { newId } from "@/lib/kernel/ids";
import {
  connectToEachServer,
  type KeepAliveConnection,
  type KeepAliveRequest,
  type Reply,
} from "../support/http/connections";
import { buildBadgeRequest, createIssuer, type Issuer } from "../support/badges/issuing";
import { connectCourse, connectForm } from "../support/learning/learning-system";
import { isLong } from "../support/platform/long";
import { startNewProduct } from "../support/platform/prepared-product";
import { createLearningApp, ensureBuilt, type Product } from "../support/platform/product";
import { until } from "../support/until";

// Two server processes with one database: what holds within one process must hold between two.

const LIMIT = 400;
const FAILURES = 60;
const UNREACHABLE_URL = "http://127.0.0.1:9/nobody";

let product: Product;
let connections: KeepAliveConnection[] = [];

beforeAll(async () => {
  await ensureBuilt();
  // A proxy in front, so that each test has its own address for its failures.
  product = await startNewProduct({ servers: 2, env: { RATE_LIMIT: String(LIMIT), TRUSTED_PROXIES: "1" } });
});
afterEach(() => {
  for (const connection of connections.splice(0)) connection.close();
});
afterAll(() => product?.remove());

let addresses = 0;
const newAddress = (): string => `198.51.100.${(addresses += 1)}`;

/** A client of an organization that sends each request to the next of the two processes. */
async function createAlternatingClient(issuer: Issuer, lanes = 10) {
  const address = newAddress();
  const open: KeepAliveConnection[] = [];
  while (open.length < lanes) open.push(...(await connectToEachServer(product)));
  connections.push(...open);
  const ask = (
    connection: number,
    question: KeepAliveRequest,
    token = issuer.authorization_token,
  ): Promise<Reply> => {
    const authorization = `Basic ${Buffer.from(`${token}:`).toString("base64")}`;
    const headers = {
      authorization,
      "content-type": "application/json",
      "x-forwarded-for": address,
      ...question.headers,
    };
    const path = question.path.startsWith("/")
      ? question.path
      : `/v1/organizations/${issuer.organization_id}/${question.path}`;
    const chosen = open[connection % open.length];
    if (!chosen) throw new Error("There is no connection.");
    return chosen.ask({ ...question, path, headers });
  };
  /** Sends many requests at once: request `index` uses connection `index`, and so the processes alternate. */
  const askAtOnce = (count: number, question: (index: number) => KeepAliveRequest): Promise<Reply[]> =>
    Promise.all(Array.from({ length: count }, (_one, index) => ask(index, question(index))));
  return { ask, askAtOnce };
}

const newIssuer = (): Promise<Issuer> => createIssuer(product, UNREACHABLE_URL);

/** The request for one badge. */
const issue = (
  issuer: Issuer,
  changes: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): KeepAliveRequest => {
  const [method, , body] = buildBadgeRequest(issuer, `${newId()}@example.org`);
  return { method, path: "badges", body: JSON.stringify({ ...(body as object), ...changes }), headers };
};

const statuses = (answers: Reply[]): Record<number, number> => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

type Event = { event_type: string; badge?: { id: string } };

describe("identical issues", () => {
  it("50 at once produce exactly one badge with one event; the others are duplicates", async () => {
    const issuer = await newIssuer();
    const { ask, askAtOnce } = await createAlternatingClient(issuer);
    const question = issue(issuer, { issuer_earner_id: "E-1" });
    const answers = await askAtOnce(50, () => question);
    expect(statuses(answers)).toEqual({ 201: 1, 422: 49 });
    for (const { data } of answers.filter(({ status }) => status === 422)) {
      expect(data.message).toContain("already has this badge");
    }
    const { data: badges } = await ask(0, { path: "badges" });
    expect(badges).toHaveLength(1);
    expect(badges[0].badge_template.badges_count).toBe(1);
    const { data: events } = await ask(1, { path: "events" });
    expect(events.filter((event: Event) => event.event_type === "badge.created")).toHaveLength(1);
  });

  it.runIf(isLong)(
    "50 at once that replace one another leave one active badge, and the others in its chain",
    async () => {
      const issuer = await newIssuer();
      const { ask, askAtOnce } = await createAlternatingClient(issuer);
      const question = issue(issuer, { duplicate_behavior: "replace" });
      expect(statuses(await askAtOnce(50, () => question))).toEqual({ 201: 50 });
      const { data: badges } = await ask(0, { path: "badges" });
      const byId = new Map<string, { state: string; replacement_badge_id: string | null }>(
        badges.map((badge: { id: string }) => [badge.id, badge]),
      );
      const held = badges.filter(({ state }: { state: string }) => state === "pending");
      expect([badges.length, held.length]).toEqual([50, 1]);
      const first = badges.find(
        (badge: { replaces_badge_id: string | null }) => badge.replaces_badge_id === null,
      );
      let length = 1;
      for (let id = first.replacement_badge_id; id !== null; id = byId.get(id)?.replacement_badge_id ?? null)
        length += 1;
      expect(length).toBe(50);
    },
  );
});

describe("one Idempotency-Key", () => {
  it("sent 20 times at once produces one badge; every response is the stored one, or 409 with Retry-After", async () => {
    const issuer = await newIssuer();
    const { ask, askAtOnce } = await createAlternatingClient(issuer);
    const question = issue(issuer, { duplicate_behavior: "allow" }, { "idempotency-key": newId() });
    const answers = await askAtOnce(20, () => question);
    const created = answers.filter(({ status }) => status === 201);
    const waiting = answers.filter(({ status }) => status !== 201);
    expect(created.length).toBeGreaterThan(0);
    expect(new Set(created.map(({ text }) => text)).size).toBe(1);
    expect(new Set(created.map(({ headers }) => headers.location)).size).toBe(1);
    for (const { status, data, headers } of waiting) {
      expect([status, data.code]).toEqual([409, "idempotency_key_in_use"]);
      expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    }
    for (const connection of [0, 1]) {
      const again = await ask(connection, question);
      expect([again.status, again.text]).toEqual([201, created[0]?.text]);
      expect(again.headers["idempotent-replayed"]).toBe("true");
    }
    expect((await ask(0, { path: "badges" })).data).toHaveLength(1);
  });
});

/**
 * Sends requests, and again when a machine without time to spare did not count some of them: a limit that cannot be
 * counted within half a second lets the request pass, and the log says so.
 */
async function askCounted(send: () => Promise<Reply[]>): Promise<Reply[]> {
  const uncounted = () => product.log().split("a limit could not be counted").length;
  for (let attempt = 1; ; attempt += 1) {
    const before = uncounted();
    const answers = await send();
    if (uncounted() === before || attempt === 5) return answers;
  }
}

describe("limits", () => {
  it(`${LIMIT} requests a minute of a credential are counted exactly`, async () => {
    const issuer = await newIssuer();
    const { ask, askAtOnce } = await createAlternatingClient(issuer);
    const sendMore = async (): Promise<Reply[]> => {
      const created = await ask(0, { method: "POST", path: "authorization_tokens", body: "{}" });
      const authorization = `Basic ${Buffer.from(created.data.token as string).toString("base64")}`;
      return askAtOnce(LIMIT + 50, () => ({ path: "", headers: { authorization } }));
    };
    const answers = await askCounted(sendMore);
    expect(statuses(answers), product.log()).toEqual({ 200: LIMIT, 429: 50 });
    const left = answers
      .flatMap(({ headers }) => /r=(\d+)/.exec(String(headers.ratelimit))?.slice(1) ?? [])
      .map(Number);
    const counted = [...Array.from({ length: LIMIT }, (_one, index) => index), ...Array(50).fill(0)];
    expect(left.toSorted((one, other) => one - other)).toEqual(counted.toSorted((one, other) => one - other));
    // Another credential is not affected.
    expect((await ask(1, { path: "" })).status).toBe(200);
  });

  it(`${FAILURES} wrong credentials from an address are counted exactly`, async () => {
    const question = { path: "", headers: { authorization: "Basic bm9uc2Vuc2U=" } };
    const answers = await askCounted(async () => {
      // Each client has an address of its own.
      const { askAtOnce } = await createAlternatingClient(await newIssuer());
      return askAtOnce(FAILURES + 20, () => question);
    });
    expect(statuses(answers), product.log()).toEqual({ 401: FAILURES, 429: 20 });
  });
});

describe("40 at once on one badge", () => {
  /** A pending badge, with the token of the link in its mail. */
  async function pending(issuer: Issuer, ask: Awaited<ReturnType<typeof createAlternatingClient>>["ask"]) {
    const { data } = await ask(0, issue(issuer));
    return { id: data.id as string, link: new URL(data.accept_badge_url).searchParams.get("token") ?? "" };
  }

  type Badge = Awaited<ReturnType<typeof pending>>;

  const accept = ({ id, link }: Badge): KeepAliveRequest => ({
    method: "POST",
    path: `/accept/${id}/answer`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ token: link, answer: "accept" }).toString(),
  });
  const revoke = ({ id }: Badge): KeepAliveRequest => ({
    method: "PUT",
    path: `badges/${id}/revoke`,
    body: JSON.stringify({ reason: "Over." }),
  });
  const replace = ({ id }: Badge, issuer: Issuer): KeepAliveRequest => ({
    method: "POST",
    path: `badges/${id}/replace`,
    body: JSON.stringify({ badge_template_id: issuer.templateId, issued_at: "2026-05-01" }),
  });

  /** The form redirects the successful caller to the badge's page, and all others back to the link. */
  const hasWon = ({ id }: Badge, { status, headers }: Reply): boolean =>
    status === 303 ? String(headers.location).endsWith(`/badges/${id}`) : status === 200 || status === 201;

  const moves: [string, (badge: Badge, issuer: Issuer, index: number) => KeepAliveRequest][] = [
    ["accept it", accept],
    ["revoke it", revoke],
    ["replace it", replace],
  ];

  it.runIf(isLong).each(moves)("that %s: one succeeds, with one event", async (_name, question) => {
    const issuer = await newIssuer();
    const { ask, askAtOnce } = await createAlternatingClient(issuer);
    const badge = await pending(issuer, ask);
    const answers = await askAtOnce(40, (index) => question(badge, issuer, index));
    expect(answers.filter((answer) => hasWon(badge, answer))).toHaveLength(1);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    const { data: events } = await ask(1, { path: "events" });
    const changes = events.filter((event: Event) => event.event_type === "badge.state.changed");
    expect(changes).toHaveLength(1);
    expect(changes[0].badge.id).toBe(badge.id);
  });

  it("of all kinds: as many events as successes, and the last of them is the replacement", async () => {
    const issuer = await newIssuer();
    const { ask, askAtOnce } = await createAlternatingClient(issuer);
    const badge = await pending(issuer, ask);
    const kinds = [accept, revoke, replace];
    const answers = await askAtOnce(40, (index) => (kinds[index % 3] ?? accept)(badge, issuer));
    const successes = answers.filter((answer) => hasWon(badge, answer)).length;
    const lost = answers.filter((answer) => answer.status !== 303 && !hasWon(badge, answer));
    expect(new Set(lost.map(({ status }) => status))).toEqual(new Set([422]));
    const { data: events } = await ask(1, { path: "events" });
    const changes = events.filter((event: Event) => event.event_type === "badge.state.changed");
    expect(changes).toHaveLength(successes);
    const { data: badges } = await ask(0, { path: "badges" });
    const states = badges.map(({ state }: { state: string }) => state).toSorted();
    expect(states).toEqual(["pending", "replaced"]);
  });
});

describe("a revoked credential", () => {
  it.runIf(isLong)(
    "a token that is rotated twice at once: one succeeds, and no process accepts the old secret any more",
    async () => {
      const issuer = await newIssuer();
      const { ask, askAtOnce } = await createAlternatingClient(issuer, 2);
      const body = JSON.stringify({ write_enabled: true });
      let token = (await ask(0, { method: "POST", path: "authorization_tokens", body })).data.token as string;
      for (let round = 0; round < 8; round += 1) {
        const headers = { authorization: `Basic ${Buffer.from(token).toString("base64")}` };
        const answers = await askAtOnce(2, () => ({
          method: "POST",
          path: "authorization_tokens/rotate",
          headers,
          body: "{}",
        }));
        expect(statuses(answers)).toEqual({ 201: 1, 401: 1 });
        const next = answers.find(({ status }) => status === 201)?.data.token as string;
        for (const connection of [0, 1]) {
          expect((await ask(connection, { path: "" }, token)).status).toBe(401);
          expect((await ask(connection, { path: "" }, next)).status).toBe(200);
        }
        token = next;
      }
    },
  );

  type Client = Awaited<ReturnType<typeof createAlternatingClient>>;
  type Ending = {
    /** Sends requests on a connection as long as they succeed. */
    load: (connection: number) => Promise<Reply>;
    end: () => Promise<Reply>;
    served: number;
    refused: number;
  };

  // Concurrent requests share one look-up of their credential or template (lib/kernel/shared-read.ts). A request after
  // the revocation must not use a look-up that started before it, in either process.
  const endings: [string, (issuer: Issuer, client: Client) => Promise<Ending>][] = [
    [
      "an OAuth application that is deleted takes its access tokens along",
      async (_issuer, { ask }) => {
        const body = JSON.stringify({ name: "Short-lived" });
        const { data: application } = await ask(0, { method: "POST", path: "oauth_applications", body });
        const form = new URLSearchParams({
          grant_type: "client_credentials",
          scope: "issued_badges",
          client_id: application.uid,
          client_secret: application.secret,
        });
        const granted = await fetch(`${product.origin}/oauth/token`, { method: "POST", body: form });
        const { access_token } = (await granted.json()) as { access_token: string };
        const headers = { authorization: `Bearer ${access_token}` };
        return {
          load: (connection) => ask(connection, { path: "badges", headers }),
          end: () => ask(0, { method: "DELETE", path: `oauth_applications/${application.id}` }),
          served: 200,
          refused: 401,
        };
      },
    ],
    [
      "a token that is deleted",
      async (_issuer, { ask }) => {
        const { data } = await ask(0, { method: "POST", path: "authorization_tokens", body: "{}" });
        return {
          load: (connection) => ask(connection, { path: "" }, data.token),
          end: () => ask(0, { method: "DELETE", path: `authorization_tokens/${data.id}` }),
          served: 200,
          refused: 401,
        };
      },
    ],
    [
      "a template that is archived",
      (issuer, { ask }) => {
        const body = JSON.stringify({ state: "archived" });
        return Promise.resolve({
          load: (connection) => ask(connection, issue(issuer)),
          end: () => ask(0, { method: "PUT", path: `badge_templates/${issuer.templateId}`, body }),
          served: 201,
          refused: 422,
        });
      },
    ],
  ];

  it.runIf(isLong).each(endings)("%s: no later request succeeds, in either process", async (_name, begin) => {
    const issuer = await newIssuer();
    const client = await createAlternatingClient(issuer);
    const { load, end, served, refused } = await begin(issuer, client);
    const [early, late]: [number[], number[]] = [[], []];
    let isOver = false;
    const lane = async (connection: number): Promise<void> => {
      for (let after = 0; after < 4;) {
        const isLate = isOver;
        const { status } = await load(connection);
        (isLate ? late : early).push(status);
        if (isLate) after += 1;
        // Wrong credentials are limited, and the response of the end may take long: one refusal of each lane is enough.
        else if (status === refused) await until("the end is answered", () => isOver);
      }
    };
    const lanes = Promise.all(Array.from({ length: 10 }, (_one, connection) => lane(connection)));
    await until("requests are served side by side", () => early.length >= 30);
    expect((await end()).status).toBeLessThan(300);
    isOver = true;
    await lanes;
    expect(early.slice(0, 20)).toEqual(Array(20).fill(served));
    expect(new Set(early)).toEqual(new Set(early.includes(refused) ? [served, refused] : [served]));
    expect(late).toEqual(Array(40).fill(refused));
  });
});

describe("a signed request of a learning system", () => {
  it("sent 20 times at once succeeds once: its nonce is then used", async () => {
    const { organization_id: organizationId } = await newIssuer();
    const app = await createLearningApp(product.dataDir, { organizationId, name: "Campus" });
    const course = { name: "Life Between Tides", courseId: "tides-1", students: [] };
    const integrationId = await connectCourse(product.origin, app, course);
    const lanes: KeepAliveConnection[] = [];
    while (lanes.length < 20) lanes.push(...(await connectToEachServer(product)));
    connections.push(...lanes);
    const question = {
      method: "POST",
      path: "/v1.1/cle_auth/connect",
      body: connectForm(product.origin, app, integrationId).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded", "x-forwarded-for": newAddress() },
    };
    const answers = await Promise.all(lanes.map((lane) => lane.ask(question)));
    expect(statuses(answers)).toEqual({ 200: 1, 401: lanes.length - 1 });
  });
});
