import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { GET as healthz } from "@/app/healthz/route";
import { encodeError } from "@/lib/http/endpoints/responses";
import { runAsJob, db, disconnect, transaction } from "@/lib/kernel/db";
import { withClient } from "@/lib/platform/postgres/database";
import {
  badgeBody,
  createTestOrganization,
  createTemplate,
  type TestOrganization,
} from "../../support/builders";
import { basicHeaders, ORIGIN } from "../../support/http/client";
import { dispatch } from "../../support/http/routes";
import { startTcpProxy, type TcpProxy } from "../../support/platform/tcp-proxy";
import { until } from "../../support/until";

const SILENCE_MS = 1_000;

let proxy: TcpProxy;
let direct = "";

beforeAll(async () => {
  direct = process.env.DATABASE_URL ?? "";
  const url = new URL(direct);
  proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
  url.host = `127.0.0.1:${proxy.port}`;
  Object.assign(process.env, {
    DATABASE_URL: url.href,
    DATABASE_SILENCE_MS: String(SILENCE_MS),
    DATABASE_WAIT_MS: "5000",
    DATABASE_STATEMENT_MS: "20000",
  });
});
afterAll(async () => {
  await disconnect();
  await proxy.stop();
});
afterEach(() => proxy.forward());

const catchFailure = async (work: Promise<unknown>): Promise<unknown> => {
  const thrown: unknown = await work.then(
    () => null,
    (error: unknown) => error,
  );
  const { status, headers } = encodeError(thrown, "request");
  return [status, headers["Retry-After"]];
};

const queryDirectly = (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  withClient(direct, async (client) => (await client.query<Record<string, unknown>>(text, values)).rows);

describe("a database whose network traffic is silently lost", { timeout: 120_000 }, () => {
  let organization: TestOrganization;
  let questions: Record<string, () => Promise<Response>>;

  beforeAll(async () => {
    organization = await createTestOrganization();
    const { id, authorization_token: token, client_id, client_secret } = organization;
    const path = `/v1/organizations/${id}`;
    const ask = (url: string, init: RequestInit = {}) =>
      dispatch(new Request(ORIGIN + url, { headers: basicHeaders(token), ...init }));
    const postBody = (url: string, body: URLSearchParams | string, headers: Record<string, string>) =>
      ask(url, { method: "POST", body, headers });
    const json = { ...basicHeaders(token), "Content-Type": "application/json" };
    const template = await createTemplate(organization);
    const encodeIssue = () => JSON.stringify(badgeBody(template.id));
    const grant = { grant_type: "client_credentials", scope: "events", client_id, client_secret };
    questions = {
      organization: () => ask(path),
      list: () => ask(`${path}/badges`),
      write: () => postBody(`${path}/badges`, encodeIssue(), json),
      once: () => postBody(`${path}/badges`, encodeIssue(), { ...json, "Idempotency-Key": randomUUID() }),
      token: () => postBody("/oauth/token", new URLSearchParams(grant), {}),
      public: () => ask(`/v1/obi/v2/issuers/${id}`, { headers: {} }),
      health: () => healthz(new Request(`${ORIGIN}/healthz`)),
    };
  });

  /** Starts all of it at once, three times over, so that there are more requests than connections. */
  async function requestAll(): Promise<{ statuses: Set<number>; longestMs: number }> {
    const measure = async (ask: () => Promise<Response>): Promise<[number, number]> => {
      const began = performance.now();
      const { status } = await ask();
      return [status, performance.now() - began];
    };
    const all = [1, 2, 3].flatMap(() => Object.values(questions).map(measure));
    const responses = await Promise.all(all);
    return {
      statuses: new Set(responses.map(([status]) => status)),
      longestMs: Math.max(...responses.map(([, time]) => time)),
    };
  }

  const waitUntilServed = () =>
    until("every request is served", async () => {
      const { statuses } = await requestAll();
      return [...statuses].every((status) => status < 300);
    });

  it("503 within ten seconds, for existing connections and for new ones; service resumes with the traffic", async () => {
    await waitUntilServed();
    proxy.dropAll();
    for (const round of ["on connections that were open", "on new connections"]) {
      const { statuses, longestMs } = await requestAll();
      expect([...statuses], round).toEqual([503]);
      expect(longestMs, round).toBeLessThan(10_000);
    }
    proxy.forward();
    await waitUntilServed();
  });

  it("503 for a transaction, whose connection is not reused; the next one reads its own results", async () => {
    await waitUntilServed();
    const lost = transaction(async () => {
      await db().$queryRaw`SELECT 1 AS one`;
      proxy.dropAll();
      await db().$queryRaw`SELECT 2 AS two`;
    });
    expect(await catchFailure(lost)).toEqual([503, "5"]);
    proxy.forward();
    await waitUntilServed();
    const numbers = Array.from({ length: 20 }, (_one, index) => index);
    const responses = await Promise.all(
      numbers.map((number) => db().$queryRaw<{ number: number }[]>`SELECT ${number}::int AS number`),
    );
    expect(responses.flat().map(({ number }) => number)).toEqual(numbers);
  });

  it("503 when only the existing connections were dropped, and new ones succeed", async () => {
    await waitUntilServed();
    proxy.dropExisting();
    // An open connection is used first.
    expect(await catchFailure(transaction(() => db().$queryRaw`SELECT 1 AS one`))).toEqual([503, "5"]);
    await waitUntilServed();
  });

  it("a slow statement continues, however long the silence", async () => {
    const began = performance.now();
    const [row] = await db().$queryRaw<{ slept: string }[]>`
      SELECT pg_sleep(${(3 * SILENCE_MS) / 1000})::text || 'done' AS slept`;
    expect(row?.slept).toBe("done");
    expect(performance.now() - began).toBeGreaterThan(3 * SILENCE_MS);
  });
});

describe("a statement or transaction without end", () => {
  it("503: the server ends a statement after DATABASE_STATEMENT_MS, and one of a job after minutes", async () => {
    const readStatementTimeout = async () => {
      const [row] = await db().$queryRaw<{ statement_timeout: string }[]>`SHOW statement_timeout`;
      return row?.statement_timeout;
    };
    expect([await readStatementTimeout(), await runAsJob(readStatementTimeout)]).toEqual(["20s", "10min"]);
    const slow = transaction(async () => {
      await db().$executeRaw`SET LOCAL statement_timeout = '20ms'`;
      await db().$queryRaw`SELECT pg_sleep(60)::text AS slept`;
    });
    expect(await catchFailure(slow)).toEqual([503, "5"]);
  });

  it("503: the server ends an idle transaction and releases its locks", async () => {
    const { id } = await createTestOrganization();
    const idle = transaction(async () => {
      await db().$executeRaw`SET LOCAL idle_in_transaction_session_timeout = '20ms'`;
      await db().$queryRaw`SELECT 1 AS one FROM organizations WHERE id = ${id}::uuid FOR UPDATE`;
      const [{ held = null } = {}] = await queryDirectly("SELECT count(*)::int AS held FROM pg_locks");
      expect(held).not.toBeNull();
      await until("the row can be locked by others", () =>
        queryDirectly("SELECT 1 FROM organizations WHERE id = $1 FOR UPDATE SKIP LOCKED", [id]).then(
          ([row]) => row ?? null,
        ),
      );
      await db().$queryRaw`SELECT 1 AS one`;
    });
    expect(await catchFailure(idle)).toEqual([503, "5"]);
    const [row] = await db().$queryRaw<Record<string, string>[]>`SHOW idle_in_transaction_session_timeout`;
    expect(row?.idle_in_transaction_session_timeout).toBe("30s");
  });
});
