import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from "vitest";
import { GET as healthz } from "@/app/healthz/route";
import { encodeError } from "@/lib/http/endpoints/responses";
import { setUpLearningApp } from "@/lib/operations/installation/commands";
import { db, disconnect, transaction } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { withClient } from "@/lib/platform/postgres/database";
import { createTestOrganization } from "../../support/builders";
import { basicHeaders, ORIGIN } from "../../support/http/client";
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
    const { id } = await createTestOrganization();
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
    const [one, two] = [await createTestOrganization(), await createTestOrganization()];
    let arrived = 0;
    const updateBio = (id: string) =>
      db().organization.update({ where: { id }, data: { bio: "Changed." }, select: { id: true } });
    const updateInOrder = ([first, second]: [string, string]) =>
      transaction(async () => {
        await updateBio(first);
        arrived += 1;
        await until("each holds what the other one wants", () => arrived === 2);
        await updateBio(second);
      });
    const settled = await Promise.allSettled([
      updateInOrder([one.id, two.id]),
      updateInOrder([two.id, one.id]),
    ]);
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
const runElsewhere = (text: string): Promise<unknown> =>
  withClient(inject("databaseUrl"), (client) => client.query(text));
const databaseName = (): string => new URL(process.env.DATABASE_URL ?? "").pathname.slice(1);
const endBackends = () =>
  runElsewhere(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${databaseName()}'`);
/** Refuses new connections and ends all existing ones. */
async function closeDatabase(): Promise<void> {
  await runElsewhere(`ALTER DATABASE ${databaseName()} CONNECTION LIMIT 0`);
  await endBackends();
}
const openDatabase = () => runElsewhere(`ALTER DATABASE ${databaseName()} CONNECTION LIMIT -1`);

describe("an unavailable database", () => {
  // How long requests wait for a connection that is refused for now (decision 0067), read when the pool is created.
  let waitMs: number;
  beforeAll(async () => {
    waitMs = env().DATABASE_WAIT_MS;
    env().DATABASE_WAIT_MS = 500;
    await disconnect();
  });
  afterAll(async () => {
    env().DATABASE_WAIT_MS = waitMs;
    await disconnect();
  });
  afterEach(openDatabase);

  const postForm = (path: string, body: URLSearchParams, headers: Record<string, string> = {}) =>
    dispatch(new Request(ORIGIN + path, { method: "POST", body, headers }));

  it("is a 503 with Retry-After in every error format, and the first request afterwards succeeds", async () => {
    const organization = await createTestOrganization();
    const { id, authorization_token: token } = organization;
    const created = await setUpLearningApp({ organizationId: id, name: "Campus", enterprise: true });
    const app = { apiKey: created.api_key, secret: created.app_secret };
    const owner = { email: created.owner_email, password: created.owner_password };
    const signedIn = await postForm("/v1.1/authenticate", new URLSearchParams(owner));
    const { data } = (await signedIn.json()) as { data: { token: string } };
    const client = { client_id: organization.client_id, client_secret: organization.client_secret };
    const grant = { grant_type: "client_credentials", scope: "events", ...client };
    const getPath = (path: string, headers: Record<string, string>) =>
      dispatch(new Request(ORIGIN + path, { headers }));
    const questions: Record<string, () => Promise<Response>> = {
      organization: () => getPath(`/v1/organizations/${id}`, basicHeaders(token)),
      token: () => postForm("/oauth/token", new URLSearchParams(grant)),
      public: () => getPath(`/v1/obi/v2/issuers/${id}`, {}),
      password: () => postForm("/v1.1/authenticate", new URLSearchParams(owner)),
      launch: () =>
        postForm("/auth/lti", new URLSearchParams(signedFields(app, "/auth/lti", learnerFields(1)))),
      learning: () => getPath(`/v1.1/cle_integrations?access_token=${data.token}`, {}),
      health: () => healthz(new Request(`${ORIGIN}/healthz`)),
    };
    const collectStatuses = async (): Promise<Record<string, number | string>> => {
      const responses: Record<string, number | string> = {};
      for (const [name, ask] of Object.entries(questions)) {
        const { status, headers } = await ask();
        const retryAfter = headers.get("retry-after");
        responses[name] = retryAfter === null ? status : `${status}, retry after ${retryAfter}`;
      }
      return responses;
    };
    const before = await collectStatuses();
    expect(before).toMatchObject({ organization: 200, token: 200, learning: 200, launch: 302, health: 200 });
    await closeDatabase();
    const away = await collectStatuses();
    expect(away).toEqual(Object.fromEntries(Object.keys(before).map((name) => [name, "503, retry after 5"])));
    // Attempts that could not be checked lock no account out.
    for (let attempt = 0; attempt < 11; attempt += 1) await questions.password?.();
    await openDatabase();
    expect(await collectStatuses()).toEqual(before);
  });

  it("interrupts a transaction: 503 in the middle and at its commit", async () => {
    const { id } = await createTestOrganization();
    const changeBio = () =>
      db().organization.update({ where: { id }, data: { bio: "Changed." }, select: { id: true } });
    const outcomes = await Promise.allSettled([
      transaction(async () => {
        await changeBio();
        await endBackends();
        await changeBio();
      }),
      db().$queryRaw`SELECT pg_sleep(60)`,
    ]);
    const atCommit = await Promise.allSettled([
      transaction(async () => {
        await changeBio();
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
    const readBio = () => db().organization.findUnique({ where: { id }, select: { bio: true } });
    expect(await until("the database is read again", () => readBio().catch(() => null))).toEqual({
      bio: null,
    });
  });
});
