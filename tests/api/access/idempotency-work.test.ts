import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { listActivity } from "@/lib/access/account-activity/service";
import { insertMembership } from "@/lib/organizations/profile/queries";
import {
  createTestOrganization,
  nextSerial,
  templateBody,
  type TestOrganization,
} from "../../support/builders";
import { startSite, trustTestSites } from "../../support/credentials/badge-site";
import { createGate } from "../../support/delivery/webhook-receiver";
import { createPersonClient } from "../../support/accounts/earners";
import { addApp, createProtectedEarner } from "../../support/identity/second-factors";
import { sql } from "../../support/platform/database";
import { until } from "../../support/until";

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

let organization: TestOrganization;

beforeAll(async () => {
  organization = await createTestOrganization();
});

afterEach(() => vi.restoreAllMocks());

const newKey = () => ({ "idempotency-key": `work-${nextSerial()}` });

/** Serves a picture that is not sent before the gate is opened. Returns how often it was requested. */
async function serveSlowPicture() {
  trustTestSites();
  const site = await startSite();
  const path = "/picture.png";
  const { opened, open } = createGate();
  site.put(path, (_request, response) => void opened.then(() => response.end(PIXEL)));
  const countRequests = () => site.requests.length;
  const body = templateBody({ image: { remote_upload_url: site.at(path) } });
  const create = (key: Record<string, string>) => organization.client.post("/badge_templates", body, key);
  return { create, countRequests, open, body };
}

const countTemplates = async (): Promise<number> =>
  Number((await sql("SELECT count(*)::int AS count FROM badge_templates"))[0]?.count);

const listReservations = () => sql("SELECT key, holder_id, lease_ends_at FROM idempotency_reservations");

const endLeases = () =>
  sql("UPDATE idempotency_reservations SET lease_ends_at = now() - interval '1 second'");

describe("slow work with an Idempotency-Key", () => {
  it("occupies no connection: 24 slow pictures, and other requests answer meanwhile", async () => {
    const { create, countRequests, open } = await serveSlowPicture();
    const before = await countTemplates();
    const keys = Array.from({ length: 24 }, newKey);
    const answers = keys.map((key) => create(key));
    await until("all pictures to be requested", () => countRequests() === answers.length);
    const [waiting] = await sql(
      "SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in %'",
    );
    expect(waiting).toEqual({ count: 0 });
    expect((await organization.client.get("/badge_templates")).status).toBe(200);
    expect((await organization.client.post("/authorization_tokens", {}, newKey())).status).toBe(201);
    open();
    await Promise.all(answers);
    // On a busy machine, some of 24 pictures at once may be 503: repeated with its key, each is created once.
    for (const key of keys) await until("a template", async () => (await create(key)).status === 201);
    expect(await countTemplates()).toBe(before + keys.length);
    expect(await listReservations()).toEqual([]);
  });

  it("409 with Retry-After for a second request while the first one works; then its response", async () => {
    const { create, countRequests, open, body } = await serveSlowPicture();
    const key = newKey();
    const first = create(key);
    await until("the picture to be requested", () => countRequests() === 1);
    const second = await create(key);
    expect([second.status, second.data.code]).toEqual([409, "idempotency_key_in_use"]);
    expect(Number(second.headers.get("retry-after"))).toBeGreaterThan(0);
    open();
    const { status, data, headers } = await first;
    expect(status).toBe(201);
    const again = await create(key);
    expect([again.status, again.data]).toEqual([201, data]);
    expect(again.headers.get("location")).toBe(headers.get("location"));
    expect(countRequests()).toBe(1);
    const other = await organization.client.post("/badge_templates", { ...body, name: "Other" }, key);
    expect([other.status, other.data.code]).toEqual([409, "idempotency_key_reused"]);
  });

  it("releases the key after an error, whether of the work or of the change", async () => {
    trustTestSites();
    const key = newKey();
    const missing = (await startSite()).at("/missing.png");
    const body = templateBody({ image: { remote_upload_url: missing } });
    expect((await organization.client.post("/badge_templates", body, key)).status).toBe(422);
    expect(await listReservations()).toEqual([]);
    expect((await organization.client.post("/badge_templates", templateBody(), key)).status).toBe(201);
  });

  it("renews its lease while it works", async () => {
    const { create, countRequests, open } = await serveSlowPicture();
    const answer = create(newKey());
    await until("the picture to be requested", () => countRequests() === 1);
    const [before] = await listReservations();
    await until("the lease to be renewed", async () => {
      const [now] = await listReservations();
      return Number(now?.lease_ends_at) > Number(before?.lease_ends_at);
    });
    open();
    expect((await answer).status).toBe(201);
  });
});

describe("a request with an Idempotency-Key that dies", () => {
  /** Leaves a reservation, as a process does that is killed while it works. */
  const reserveForDead = (key: string) =>
    sql(
      `INSERT INTO idempotency_reservations
       SELECT $1, 'AuthorizationToken:' || id, $2, gen_random_uuid(), now() + interval '1 hour'
       FROM authorization_tokens WHERE organization_id = $1`,
      [organization.id, key],
    );

  it("while it works: another one takes the key once the lease has ended", async () => {
    const key = newKey();
    await reserveForDead(key["idempotency-key"]);
    const create = () => organization.client.post("/badge_templates", templateBody({ name: "Once" }), key);
    const blocked = await create();
    expect([blocked.status, blocked.data.code]).toEqual([409, "idempotency_key_in_use"]);
    await endLeases();
    expect((await create()).status).toBe(201);
  });

  it("before the commit: neither the change nor its response exists, and a repetition makes it once", async () => {
    const key = newKey();
    const before = await countTemplates();
    const create = () => organization.client.post("/badge_templates", templateBody({ name: "Killed" }), key);
    // The connection is lost when everything has been written: PostgreSQL rolls back what is not committed.
    await sql(`
      CREATE FUNCTION kill_writer() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$`);
    await sql("CREATE TRIGGER kill_writer AFTER INSERT ON idempotency_keys EXECUTE FUNCTION kill_writer()");
    expect((await create()).status).toBe(503);
    await sql("DROP TRIGGER kill_writer ON idempotency_keys");
    await sql("DROP FUNCTION kill_writer");
    expect(await countTemplates()).toBe(before);
    await endLeases();
    const { status, data } = await create();
    expect(status).toBe(201);
    expect((await create()).data).toEqual(data);
    expect(await countTemplates()).toBe(before + 1);
  });

  it("after the commit: a repetition gets the stored response, although the key is still reserved", async () => {
    const key = newKey();
    const create = () => organization.client.post("/badge_templates", templateBody({ name: "Sent" }), key);
    const { data } = await create();
    await reserveForDead(key["idempotency-key"]);
    const again = await create();
    expect([again.status, again.data]).toEqual([201, data]);
    await endLeases();
  });

  it("for longer than its lease, and continues: only one of both changes anything", async () => {
    const { create, countRequests, open } = await serveSlowPicture();
    const before = await countTemplates();
    const key = newKey();
    const answers = [create(key)];
    await until("the first to request the picture", () => countRequests() === 1);
    await endLeases();
    answers.push(create(key));
    await until("the second to request the picture", () => countRequests() === 2);
    open();
    const [one, other] = await Promise.all(answers);
    const created = [one, other].filter((answer) => answer?.status === 201);
    expect(created.length).toBeGreaterThan(0);
    expect(new Set(created.map((answer) => answer?.data.id)).size).toBe(1);
    expect(await countTemplates()).toBe(before + 1);
    expect((await create(key)).data).toEqual(created[0]?.data);
  });
});

describe("a failure with an Idempotency-Key", () => {
  async function createMember() {
    const earner = await createProtectedEarner();
    await insertMembership(organization.id, earner.id, "viewer");
    return { earner, client: createPersonClient(earner) };
  }

  /** What a failure leaves: for the owner, and in the log of the organization. */
  const readTraces = (id: string, count: number) =>
    until("the failure to be recorded", async () => {
      const activity = (await listActivity(id)).filter(({ kind }) => kind.startsWith("wrong_"));
      if (activity.reduce((sum, row) => sum + row.count, 0) < count) return null;
      const { data } = await organization.client.get(`/audit_entries?filter=subject_id::${id}`);
      const actions = (data as { action: string }[]).map(({ action }) => action);
      return { kinds: activity.map(({ kind, count: times }) => [kind, times]), actions };
    });

  it.each([
    ["without a key", () => ({})],
    ["with a key", newKey],
  ])("of a password leaves its trace and counts towards the limit, %s", async (_name, headers) => {
    const { earner, client } = await createMember();
    const prove = (password: string) => client.post("/proof", { password }, headers());
    expect((await prove("a guess")).data.errors[0]).toMatchObject({ code: "wrong_password" });
    const traces = { kinds: [["wrong_password", 1]], actions: ["account.wrong_password"] };
    expect(await readTraces(earner.id, 1)).toEqual(traces);
    const statuses = [];
    for (let attempt = 1; attempt < 12; attempt += 1) statuses.push((await prove("a guess")).status);
    expect(statuses).toEqual([...Array<number>(9).fill(422), 429, 429]);
    expect((await prove("correct horse")).status).toBe(429);
  });

  it("of a code leaves its trace", async () => {
    const { earner, client } = await createMember();
    await addApp(client);
    const { status, data } = await client.post("/proof", { code: "000000" }, newKey());
    expect([status, data.errors[0].code]).toEqual([422, "wrong_code"]);
    expect((await readTraces(earner.id, 1)).kinds).toEqual([["wrong_code", 1]]);
  });
});
