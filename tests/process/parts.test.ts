import { networkInterfaces } from "node:os";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findFreePort } from "@/lib/kernel/free-port";
import { withClient } from "@/lib/platform/postgres/database";
import { startScratchPostgres } from "@/lib/platform/postgres/scratch";
import { buildBadgeRequest, callApi, createIssuer } from "../support/badges/issuing";
import { listChildren } from "../support/platform/processes";
import { ensureBuilt, startProduct, type Product } from "../support/platform/product";
import { until } from "../support/until";

// `npm start -- --only web` and `--only jobs` on one database, as two containers run them (decision 0122).

const TOKEN = "a-token-for-metrics";
const UNREACHABLE_URL = "http://127.0.0.1:9/nobody";

let database: Awaited<ReturnType<typeof startScratchPostgres>>;
let web: Product;
let jobs: Product;

beforeAll(async () => {
  await ensureBuilt();
  database = await startScratchPostgres();
  const env = {
    DATABASE_URL: database.url,
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
    SESSION_SECRET: "a session secret that only tests know",
    METRICS_TOKEN: TOKEN,
    DEMONSTRATION: "0",
    LOG_LEVEL: "debug",
  };
  const start = async (only: "web" | "jobs", more: Record<string, string> = {}): Promise<Product> => {
    const port = String(await findFreePort());
    return startProduct({ only, env: { ...env, PORT: port, APP_URL: `http://localhost:${port}`, ...more } });
  };
  web = await start("web");
  jobs = await start("jobs", { HOST: "*" });
}, 600_000);
afterAll(async () => {
  await web?.remove();
  await jobs?.remove();
  await database?.stop();
});

const fetchStatus = async (product: Product, path: string): Promise<number> =>
  (await fetch(product.origin + path, { redirect: "manual" })).status;

/** An address of this machine that is not 127.0.0.1. */
const findOtherAddress = (): string =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === "IPv4" && !internal)?.address ?? "127.0.0.2";

/** The programs that a part runs. */
const listPrograms = async ({ pid }: Product): Promise<string[]> =>
  (await listChildren(pid)).flatMap(({ command }) => /\.build\/(\w+)\.js/.exec(command)?.[1] ?? []);

describe("the parts", () => {
  it("run servers or jobs, and nothing else", async () => {
    expect(await listPrograms(web)).toEqual(["web"]);
    expect(await listPrograms(jobs)).toEqual(["runner"]);
    expect(web.log()).toContain("jobs run elsewhere");
    expect(jobs.log()).toContain("0 server processes");
  });

  it("serve this machine alone, as APP_URL says, or the addresses that HOST names", async () => {
    const address = findOtherAddress();
    const askAt = (product: Product) => fetch(`http://${address}:${new URL(product.origin).port}/healthz`);
    await expect(askAt(web)).rejects.toThrow("fetch failed");
    expect((await askAt(jobs)).status).toBe(200);
    expect(web.log()).toContain("on 127.0.0.1;");
    expect(jobs.log()).toContain("on all addresses;");
  });

  it("print no password without a demonstration, but how to create an organization", () => {
    expect(web.log()).toContain("organization create --name");
    // Tokens begin with `bat_`.
    expect(web.log() + jobs.log()).not.toMatch(/password|bat_/i);
  });

  it("web serves requests, and jobs only probes", async () => {
    expect(await fetchStatus(web, "/healthz")).toBe(200);
    expect(await fetchStatus(web, "/sign-in")).toBe(200);
    expect(await fetchStatus(jobs, "/healthz")).toBe(200);
    expect(await fetchStatus(jobs, "/alive")).toBe(200);
    for (const path of ["/", "/sign-in", "/v1/organizations", "/robots.txt"])
      expect(await fetchStatus(jobs, path), path).toBe(404);
  });

  it.each(["web", "jobs"])("%s returns its metrics to requests with the token", async (part) => {
    const product = part === "web" ? web : jobs;
    const url = `${product.origin}/metrics`;
    expect((await fetch(url)).status).toBe(401);
    expect((await fetch(url, { headers: { authorization: "Bearer another" } })).status).toBe(401);
    const response = await fetch(url, { headers: { authorization: `Bearer ${TOKEN}` } });
    expect([response.status, response.headers.get("content-type")]).toEqual([
      200,
      "text/plain; version=0.0.4; charset=utf-8",
    ]);
    const text = await response.text();
    expect(text).toMatch(/^process_cpu_seconds_total \d/m);
    // It has values only while messages wait, which the process for jobs may have sent already.
    expect(text).toMatch(/^# TYPE outbox_messages gauge$/m);
  });
});

it("every line that they print is JSON with a time and a level, and health checks have the level debug", async () => {
  await fetchStatus(web, "/healthz");
  const output = web.output() + jobs.output();
  const lines = output
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  for (const line of lines)
    expect(line).toMatchObject({
      level: expect.any(Number),
      time: expect.any(Number),
      msg: expect.any(String),
    });
  const checks = lines.filter(({ path }) => path === "/healthz");
  expect(new Set(checks.map(({ level }) => level))).toEqual(new Set([20]));
  expect(lines.filter(({ msg }) => /^Applied \d+ migrations/.test(String(msg)))).toHaveLength(1);
});

it("jobs does what web leaves to it, also after a stop of either", async () => {
  const issuer = await createIssuer(web, UNREACHABLE_URL);
  const issueAt = async (email: string): Promise<string> => {
    const [method, path, body] = buildBadgeRequest(issuer, email);
    const notified = { ...(body as object), suppress_badge_notification_email: false };
    const response = await callApi(web.origin, issuer, [method, path, notified]);
    expect(response.status).toBe(201);
    return ((await response.json()) as { data: { id: string } }).data.id;
  };
  const findMails = async (badgeId: string) =>
    withClient(database.url, async (client) => {
      const text = "SELECT state::text, claims FROM outbox_messages WHERE subject_id = $1 AND kind = 'mail'";
      return (await client.query<{ state: string; claims: number }>(text, [badgeId])).rows;
    });
  const first = await issueAt("first@example.org");
  await until("its e-mail is sent", async () => (await findMails(first))[0]?.state === "done", 60_000);

  expect(await jobs.stop()).toEqual({ code: 0, signal: null });
  const second = await issueAt("second@example.org");
  expect(await fetchStatus(web, "/healthz")).toBe(200);
  expect(await findMails(second), "web does not take it").toEqual([{ state: "due", claims: 0 }]);

  expect(await web.stop()).toEqual({ code: 0, signal: null });
  expect(await findMails(second)).toEqual([{ state: "due", claims: 0 }]);
  jobs = await startProduct({ only: "jobs", dataDir: jobs.dataDir, env: jobs.env });
  await until("its e-mail is sent", async () => (await findMails(second))[0]?.state === "done", 60_000);
});
