import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { Webhook } from "standardwebhooks";
import { buildSignatureHeaders, createWebhookSecret } from "@/lib/platform/outbound/standard-webhooks";
import { loginFile, positionFile, readPrivate, secretFile, writePrivate } from "../client/cli/stored-files";
import { buildTypes } from "../client/generate-types";
import { createBadgesClient, parseBaseUrl, signWebhook, verifyWebhook } from "../client/src/client";
import { VERSION } from "../client/src/version";
import { watchEvents, type ReadEvents } from "../client/src/watch-events";
import { BadgesConnectionError } from "../client/src/errors";

const root = join(import.meta.dirname, "..");
type Manifest = {
  version: string;
  engines: object;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
};
const readManifest = (file: string) => JSON.parse(readFileSync(join(root, file), "utf8")) as Manifest;

describe("a stored file of the commands that is damaged", () => {
  it.each([
    ["login", loginFile, "run “badges login” again"],
    ["secret", secretFile, "the next run creates a new secret"],
    ["position", () => positionFile("own"), "use --after ID, not --resume"],
  ])("%s: is named, with what helps", async (_what, locate, remedy) => {
    const folder = await mkdtemp(join(tmpdir(), "badges-client-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    vi.stubEnv("XDG_CONFIG_HOME", folder);
    vi.stubEnv("XDG_STATE_HOME", folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    const file = locate();
    await writePrivate(file, {});
    await writeFile(file, "{");
    await expect(readPrivate(file)).rejects.toThrow(`${file} is damaged. Delete it`);
    await expect(readPrivate(file)).rejects.toThrow(remedy);
    await rm(file);
    expect(await readPrivate(file)).toBeNull();
  });
});

describe("the package", () => {
  it("has the types of the OpenAPI document (after a change: npm run generate)", async () => {
    const [types, stored] = [await buildTypes(), join(root, "client/src/openapi.ts")];
    // In a fresh clone it was not generated yet.
    const isCurrent = !existsSync(stored) || readFileSync(stored, "utf8") === types;
    expect(types).toContain('"/organizations/{organization_id}/badges"');
    expect(isCurrent, "client/src/openapi.ts is not current: run npm run generate").toBe(true);
  });

  it("has the versions that the product is tested with", () => {
    const [own, product] = [readManifest("client/package.json"), readManifest("package.json")];
    const all = { ...product.dependencies, ...product.devDependencies };
    expect(all).toMatchObject(own.dependencies);
    expect(own.version).toBe(VERSION);
    expect(own.engines).toEqual(product.engines);
  });
});

describe("verifyWebhook", () => {
  const [secret, previous] = [createWebhookSecret(), createWebhookSecret()];
  const body = JSON.stringify({ id: "1", event_type: "badge.created", note: "é ✓" });
  const signed = (secrets: string[], at = new Date()) => buildSignatureHeaders("msg_1", at, body, secrets);
  const code = (promise: Promise<unknown>) =>
    promise.then(
      () => "verified",
      (error: { code: string }) => error.code,
    );

  it("accepts what the service signs, as text, bytes, Headers and headers of Node", async () => {
    const headers = signed([secret]);
    const verified = await verifyWebhook(body, headers, secret);
    expect(verified).toMatchObject({ webhookId: "msg_1", event: { event_type: "badge.created" } });
    expect(await verifyWebhook(Buffer.from(body), new Headers(headers), secret)).toEqual(verified);
    const capitals = Object.fromEntries(
      Object.entries(headers).map(([key, value]) => [key.toUpperCase(), value]),
    );
    expect(await verifyWebhook(body, capitals, secret)).toEqual(verified);
  });

  it("accepts either secret during a rotation, and a list of secrets", async () => {
    const both = signed([secret, previous]);
    expect(await code(verifyWebhook(body, both, previous))).toBe("verified");
    expect(await code(verifyWebhook(body, both, secret))).toBe("verified");
    expect(await code(verifyWebhook(body, signed([previous]), [secret, previous]))).toBe("verified");
    expect(await code(verifyWebhook(body, signed([previous]), secret))).toBe("wrong_signature");
  });

  it("refuses other bodies, ids, times and signatures", async () => {
    const headers = signed([secret]);
    expect(await code(verifyWebhook(`${body} `, headers, secret))).toBe("wrong_signature");
    expect(await code(verifyWebhook(body, { ...headers, "webhook-id": "msg_2" }, secret))).toBe(
      "wrong_signature",
    );
    for (const signature of ["v1,", "v1,%%%", "v2,AAAA", headers["webhook-signature"]?.slice(3) ?? ""])
      expect(await code(verifyWebhook(body, { ...headers, "webhook-signature": signature }, secret))).toBe(
        "wrong_signature",
      );
    expect(await code(verifyWebhook(body, {}, secret))).toBe("missing_header");
    expect(await code(verifyWebhook(body, { ...headers, "webhook-timestamp": "1e9" }, secret))).toBe(
      "bad_timestamp",
    );
    const hour = 3_600_000;
    expect(await code(verifyWebhook(body, signed([secret], new Date(Date.now() - hour)), secret))).toBe(
      "too_old",
    );
    expect(await code(verifyWebhook(body, signed([secret], new Date(Date.now() + hour)), secret))).toBe(
      "too_new",
    );
    const old = signed([secret], new Date(Date.now() - hour));
    expect(await code(verifyWebhook(body, old, secret, { toleranceSeconds: 7200 }))).toBe("verified");
    await expect(verifyWebhook(body, headers, "")).rejects.toThrow("whsec_");
  });

  it("signs what other libraries verify", async () => {
    const headers = await signWebhook("msg_1", body, secret);
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
  });
});

describe("a request", () => {
  let stop = () => {};
  afterEach(() => stop());

  type Reply = { status: number; headers?: Record<string, string> } | "reset";
  /** A server that gives these replies in turn, and then 200 with an empty list. */
  async function answer(...replies: Reply[]) {
    const seen: { method: string; key: string | undefined; body: string }[] = [];
    const paths: string[] = [];
    const server = createServer((request: IncomingMessage, response: ServerResponse) => {
      let body = "";
      request.on("data", (chunk) => (body += String(chunk)));
      request.on("end", () => {
        const key = request.headers["idempotency-key"];
        seen.push({ method: request.method ?? "", key: key?.toString(), body });
        paths.push(request.url ?? "");
        const reply = replies.shift() ?? { status: 200 };
        if (reply === "reset") return void response.socket?.resetAndDestroy();
        response.writeHead(reply.status, { "content-type": "application/json", ...reply.headers });
        response.end(
          JSON.stringify({ data: reply.status < 400 ? [] : { message: "No.", code: "no", errors: [] } }),
        );
      });
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    stop = () => {
      server.close();
      server.closeAllConnections();
    };
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const client = createBadgesClient({ baseUrl, token: "t", organizationId: "o", maxRetries: 3 });
    return { client, seen, paths };
  }
  const params = { path: { organization_id: "o" } };

  it("is repeated after 429, 503 and lost connections, a POST with the same key and body", async () => {
    const soon = { "retry-after": "0" };
    const { client, seen } = await answer(
      { status: 429, headers: soon },
      { status: 503, headers: soon },
      { status: 409, headers: soon },
    );
    await client.issueBadges([], { idempotencyKey: "k" });
    expect(seen).toEqual(
      Array.from({ length: 4 }, () => ({ method: "POST", key: "k", body: '{"badges":[]}' })),
    );
  });

  it("of any POST has a key, which stays the same when the connection is lost", async () => {
    const { client, seen } = await answer("reset", "reset");
    await client.issueBadges([]);
    expect(seen).toHaveLength(3);
    expect(new Set(seen.map(({ key }) => key)).size).toBe(1);
    expect(seen[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("is not repeated where that could do something twice, or when its error is final", async () => {
    const { client, seen } = await answer("reset", { status: 503 }, { status: 409 }, { status: 422 });
    const path = { ...params.path, recommendation_id: "r" };
    const change = () =>
      client.api.PATCH("/organizations/{organization_id}/recommendations/{recommendation_id}", {
        params: { path },
        body: {} as never,
      });
    await expect(change()).rejects.toThrow(BadgesConnectionError);
    await expect(change()).rejects.toMatchObject({ status: 503 });
    await expect(client.issueBadges([])).rejects.toMatchObject({ status: 409, code: "no" });
    await expect(client.issueBadges([])).rejects.toMatchObject({ status: 422, message: "No." });
    expect(seen).toHaveLength(4);
  });

  it("fails with the error when Retry-After is longer than it may wait", async () => {
    const { client, seen } = await answer({ status: 429, headers: { "retry-after": "3600" } });
    await expect(client.api.GET("/organizations")).rejects.toMatchObject({ status: 429, retryAfter: 3600 });
    expect(seen).toHaveLength(1);
  });

  it("is redirected to other paths of the service only, and never with a change", async () => {
    const internal = createServer((_request, response) => void response.end("{}"));
    const asked: unknown[] = [];
    internal.on("request", ({ url }) => asked.push(url));
    internal.listen(0, "127.0.0.1");
    await once(internal, "listening");
    const location = `http://127.0.0.1:${(internal.address() as AddressInfo).port}//internal?a=1`;
    const { client, paths } = await answer(
      { status: 302, headers: { location } },
      { status: 200 },
      { status: 307, headers: { location } },
    );
    try {
      expect(await client.getBadge("b")).toEqual([]);
      expect(paths).toEqual(["/v1/organizations/o/badges/b", "//internal?a=1"]);
      await expect(client.issueBadges([])).rejects.toMatchObject({ status: 307 });
      expect(paths).toHaveLength(3);
      expect(asked).toEqual([]);
    } finally {
      internal.close();
    }
  });

  it("ends when redirects have no end", async () => {
    const loop = Array.from({ length: 9 }, () => ({ status: 302, headers: { location: "/v1/again" } }));
    const { client, paths } = await answer(...loop);
    await expect(client.getBadge("b")).rejects.toMatchObject({ status: 302 });
    expect(paths).toHaveLength(6);
  });

  it("ends when the caller aborts it", async () => {
    const { client } = await answer({ status: 429, headers: { "retry-after": "60" } });
    const controller = new AbortController();
    const running = client.api.GET("/organizations", { signal: controller.signal });
    controller.abort(new Error("enough"));
    await expect(running).rejects.toThrow("enough");
  });

  it("never sends a token over http to another machine", () => {
    expect(() => parseBaseUrl("http://badges.example.org")).toThrow("https");
    expect(parseBaseUrl("http://badges.example.org/x", true)).toBe("http://badges.example.org");
    expect(parseBaseUrl("http://[::1]:3000/")).toBe("http://[::1]:3000");
    for (const text of ["badges.example.org", "ftp://x", "https://user@x"])
      expect(() => parseBaseUrl(text)).toThrow("not the address");
  });
});

describe("watchEvents", () => {
  type Event = { id: string; occurred_at: string };
  const at = (secondsAgo: number) => new Date(Date.now() - secondsAgo * 1000).toISOString();

  /** Reads a log as the service does. `committed` is the order of the commits. */
  const reading =
    (committed: Event[], fails: Error[] = []): ReadEvents<Event> =>
    async (query) => {
      const error = fails.shift();
      if (error) throw error;
      const newest = committed.toSorted((one, other) => other.occurred_at.localeCompare(one.occurred_at));
      const from = query.order === "asc" ? committed.findIndex(({ id }) => id === query.after) + 1 : 0;
      const events = query.order === "asc" ? committed.slice(from, from + 50) : newest.slice(0, 50);
      return { events, readAt: new Date() };
    };

  it("leaves out what happened before, and nothing that commits late", async () => {
    const committed = [
      { id: "old", occurred_at: at(300) },
      { id: "recent", occurred_at: at(10) },
    ];
    const read = reading(committed);
    const hasStarted = { value: false };
    const seen: string[] = [];
    const ending = new AbortController();
    const watching = watchEvents<Event>(
      async (query) => {
        const page = await read(query);
        // A transaction that began before "recent" and commits after the start.
        if (!hasStarted.value) committed.splice(1, 0, { id: "late", occurred_at: at(20) });
        hasStarted.value = true;
        return page;
      },
      { signal: ending.signal },
    );
    for await (const event of watching) {
      seen.push(event.id);
      if (event.id === "late") committed.push({ id: "new", occurred_at: at(0) });
      if (event.id === "new") ending.abort();
    }
    expect(seen).toEqual(["late", "new"]);
  });

  it("continues after an interruption without a gap or a repetition, and throws other errors", async () => {
    const committed = Array.from({ length: 120 }, (_, index) => ({
      id: String(index),
      occurred_at: at(500 - index),
    }));
    const fails: Error[] = [];
    const seen: string[] = [];
    const interruptions: number[] = [];
    const watching = watchEvents<Event>(reading(committed, fails), {
      after: null,
      onInterruption: (_, seconds) => interruptions.push(seconds),
    });
    for await (const event of watching) {
      seen.push(event.id);
      if (event.id === "49") fails.push(new BadgesConnectionError("cut"));
      if (event.id === "119") break;
    }
    expect(seen).toEqual(committed.map(({ id }) => id));
    expect(interruptions).toEqual([1]);
    const broken = watchEvents<Event>(reading([], [new TypeError("bug")]));
    await expect(broken.next()).rejects.toThrow("bug");
  });
});
