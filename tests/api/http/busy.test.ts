import { afterEach, describe, expect, inject, it } from "vitest";
import { GET as healthz } from "@/app/healthz/route";
import { encodeError } from "@/lib/http/endpoints/responses";
import { setUpLearningApp } from "@/lib/platform/installation/learning";
import { db, transaction } from "@/lib/kernel/db";
import { withClient } from "@/lib/platform/postgres/database";
import { makeOrganization } from "../../support/builders";
import { basic, ORIGIN } from "../../support/http/client";
import { openConnection } from "../../support/platform/database";
import { learnerFields, signedFields } from "../../support/learning/learning-lti";
import { dispatch } from "../../support/http/routes";
import { until } from "../../support/until";
import type { PrismaClient } from "@/prisma/generated/client";

describe("a transaction", () => {
  it("ends after its time limit", async () => {
    const work = async () => {
      await db().$queryRaw`SELECT 1 FROM pg_sleep(0.3)`;
      return db().$queryRaw`SELECT 1 AS one`;
    };
    await expect(transaction(work, 100)).rejects.toMatchObject({ code: "P2028" });
    expect(await transaction(work, 30_000)).toEqual([{ one: 1 }]);
  });
});

describe("a request that waits for a lock held by others", () => {
  it("gives up after a while: 503, with the time to retry", async () => {
    const { id } = await makeOrganization();
    const holder = await openConnection();
    try {
      await holder.query("BEGIN");
      await holder.query("SELECT 1 FROM organizations WHERE id = $1 FOR UPDATE", [id]);
      const waited = transaction(async () => {
        await db().$executeRaw`SET LOCAL lock_timeout = '20ms'`;
        await db().organization.update({ where: { id }, data: { bio: "Changed." }, select: { id: true } });
      });
      const error: unknown = await waited.catch((thrown: unknown) => thrown);
      const { status, body, headers } = encodeError(error, "request");
      expect([status, headers["Retry-After"]]).toEqual([503, "5"]);
      expect(JSON.parse(body)).toMatchObject({ data: { code: "busy" } });
    } finally {
      await holder.end();
    }
  });

  it("in a deadlock: 503 for the one that the database ends, and the other succeeds", async () => {
    const [one, two] = [await makeOrganization(), await makeOrganization()];
    let arrived = 0;
    const write = (id: string) =>
      db().organization.update({ where: { id }, data: { bio: "Changed." }, select: { id: true } });
    const crossing = ([first, second]: [string, string]) =>
      transaction(async () => {
        await write(first);
        arrived += 1;
        await until("each holds what the other one wants", () => arrived === 2);
        await write(second);
      });
    const settled = await Promise.allSettled([crossing([one.id, two.id]), crossing([two.id, one.id])]);
    const failed = settled.flatMap((each) => (each.status === "rejected" ? [each.reason as unknown] : []));
    expect(failed).toHaveLength(1);
    expect(encodeError(failed[0], "request").status).toBe(503);
  });

  it("or for its own turn, until its transaction expired: 503", async () => {
    const client = db() as PrismaClient;
    const work = client.$transaction(
      async (tx) => {
        await tx.$queryRaw`SELECT pg_sleep(0.1) IS NULL AS slept`;
        await tx.$queryRaw`SELECT 1 AS one`;
      },
      { timeout: 10 },
    );
    const error: unknown = await work.catch((thrown: unknown) => thrown);
    expect(encodeError(error, "request").status).toBe(503);
  });

  it("waits ten seconds at most", async () => {
    const [row] = await db().$queryRaw<{ lock_timeout: string }[]>`SHOW lock_timeout`;
    expect(row?.lock_timeout).toBe("10s");
  });
});

/** Runs a statement on this file's database from another database of the server. */
const elsewhere = (text: string): Promise<unknown> =>
  withClient(inject("databaseUrl"), (client) => client.query(text));
const database = (): string => new URL(process.env.DATABASE_URL ?? "").pathname.slice(1);
const endBackends = () =>
  elsewhere(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database()}'`);
/** Refuses new connections and ends all existing ones. */
async function takeAway(): Promise<void> {
  await elsewhere(`ALTER DATABASE ${database()} CONNECTION LIMIT 0`);
  await endBackends();
}
const bringBack = () => elsewhere(`ALTER DATABASE ${database()} CONNECTION LIMIT -1`);

describe("an unavailable database", () => {
  afterEach(bringBack);

  const form = (path: string, body: URLSearchParams, headers: Record<string, string> = {}) =>
    dispatch(new Request(ORIGIN + path, { method: "POST", body, headers }));

  it("is a 503 with Retry-After in every error format, and the first request afterwards succeeds", async () => {
    const organization = await makeOrganization();
    const { id, authorization_token: token } = organization;
    const made = await setUpLearningApp({ organizationId: id, name: "Campus", enterprise: true });
    const app = { apiKey: made.api_key, secret: made.app_secret };
    const owner = { email: made.owner_email, password: made.owner_password };
    const signedIn = await form("/v1.1/authenticate", new URLSearchParams(owner));
    const { data } = (await signedIn.json()) as { data: { token: string } };
    const client = { client_id: organization.client_id, client_secret: organization.client_secret };
    const grant = { grant_type: "client_credentials", scope: "events", ...client };
    const get = (path: string, headers: Record<string, string>) =>
      dispatch(new Request(ORIGIN + path, { headers }));
    const questions: Record<string, () => Promise<Response>> = {
      organization: () => get(`/v1/organizations/${id}`, basic(token)),
      token: () => form("/oauth/token", new URLSearchParams(grant)),
      public: () => get(`/v1/obi/v2/issuers/${id}`, {}),
      password: () => form("/v1.1/authenticate", new URLSearchParams(owner)),
      launch: () => form("/auth/lti", new URLSearchParams(signedFields(app, "/auth/lti", learnerFields(1)))),
      learning: () => get(`/v1.1/cle_integrations?access_token=${data.token}`, {}),
      health: healthz,
    };
    const statuses = async (): Promise<Record<string, number | string>> => {
      const answers: Record<string, number | string> = {};
      for (const [name, ask] of Object.entries(questions)) {
        const { status, headers } = await ask();
        const retryAfter = headers.get("retry-after");
        answers[name] = retryAfter === null ? status : `${status}, retry after ${retryAfter}`;
      }
      return answers;
    };
    const before = await statuses();
    expect(before).toMatchObject({ organization: 200, token: 200, learning: 200, launch: 302, health: 200 });
    await takeAway();
    const away = await statuses();
    expect(away).toEqual(Object.fromEntries(Object.keys(before).map((name) => [name, "503, retry after 5"])));
    // Attempts that could not be checked lock no account out.
    for (let attempt = 0; attempt < 11; attempt += 1) await questions.password?.();
    await bringBack();
    expect(await statuses()).toEqual(before);
  });

  it("interrupts a transaction: 503 in the middle and at its commit", async () => {
    const { id } = await makeOrganization();
    const change = () =>
      db().organization.update({ where: { id }, data: { bio: "Changed." }, select: { id: true } });
    const outcomes = await Promise.allSettled([
      transaction(async () => {
        await change();
        await endBackends();
        await change();
      }),
      db().$queryRaw`SELECT pg_sleep(60)`,
    ]);
    const atCommit = await Promise.allSettled([
      transaction(async () => {
        await change();
        await endBackends();
      }),
    ]);
    for (const outcome of [...outcomes, ...atCommit]) {
      const { status, headers } = encodeError(
        outcome.status === "rejected" ? outcome.reason : null,
        "request",
      );
      expect([status, headers["Retry-After"]]).toEqual([503, "5"]);
    }
    // The first request may use a connection whose end has not been noticed yet.
    const read = () => db().organization.findUnique({ where: { id }, select: { bio: true } });
    expect(await until("the database is read again", () => read().catch(() => null))).toEqual({ bio: null });
  });
});
