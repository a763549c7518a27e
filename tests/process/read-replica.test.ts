import { isDeepStrictEqual } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { withClient } from "@/lib/platform/postgres/database";
import { buildBadgeRequest, callApi, createIssuer, type Issuer } from "../support/badges/issuing";
import { startTwoHosts, type Host, type Installation } from "../support/platform/hosts";
import { isLong } from "../support/platform/long";
import { ensureBuilt } from "../support/platform/product";
import { startReplicatedPostgres, type ReplicatedPostgres } from "../support/platform/replicated-postgres";
import { until } from "../support/until";

// Two hosts with a streaming replica of the database. What it returns while it applies no changes shows where a read
// came from.

const SHORT_LAG_MS = 1_500;
/** Longer than this file takes. */
const LONG_LAG_MS = 600_000;

let postgres: ReplicatedPostgres;
let installation: Installation;
let first: Host;
let second: Host;
let issuer: Issuer;
/** Another credential of the same organization, which writes nothing. */
let reader: Issuer;

const startHosts = (lagMs: number): Promise<Installation> =>
  startTwoHosts(
    { READ_DATABASE_URL: postgres.replicaUrl, READ_DATABASE_LAG_MS: String(lagMs), RATE_LIMIT: "off" },
    postgres,
  );

async function useHosts(lagMs: number): Promise<void> {
  installation = await startHosts(lagMs);
  [first, second] = installation.hosts;
}

beforeAll(async () => {
  await ensureBuilt();
  postgres = await startReplicatedPostgres();
  await useHosts(LONG_LAG_MS);
});
afterAll(async () => {
  await installation?.remove();
  await postgres?.stop();
});

async function read<Data>({ address }: Host, credential: Issuer, path: string): Promise<Data> {
  const response = await callApi(address, credential, ["GET", path, undefined]);
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.status} ${text}`);
  return (JSON.parse(text) as { data: Data }).data;
}

const listIds = async (host: Host, credential: Issuer): Promise<string[]> =>
  (await read<{ id: string }[]>(host, credential, "/badges")).map(({ id }) => id);

async function issue({ address }: Host): Promise<{ id: string; accept_badge_url: string }> {
  const response = await callApi(address, issuer, buildBadgeRequest(issuer, `${newId()}@example.org`));
  expect(response.status).toBe(201);
  return ((await response.json()) as { data: { id: string; accept_badge_url: string } }).data;
}

/** An organization whose badge both hosts list from the replica. */
async function useOrganization(): Promise<string> {
  issuer = await createIssuer(first, "http://127.0.0.1:9/nobody");
  const created = await callApi(first.address, issuer, [
    "POST",
    "/authorization_tokens",
    { read_enabled: true, write_enabled: true },
  ]);
  const { data } = (await created.json()) as { data: { token: string } };
  reader = { ...issuer, authorization_token: data.token };
  const { id } = await issue(first);
  await waitForReplica(id);
  return id;
}

/** Waits until both hosts list a badge for a credential that wrote nothing. */
async function waitForReplica(id: string): Promise<void> {
  for (const host of [first, second])
    await until("the list has the badge", async () => (await listIds(host, reader)).includes(id));
}

/** Waits for a list that the replica has: a host finds out within half a second how far that is. */
async function waitUntilListed(host: Host, credential: Issuer, ids: string[]): Promise<void> {
  await until("the replica answers", async () => isDeepStrictEqual(await listIds(host, credential), ids));
}

const query = async (text: string, values: unknown[]): Promise<void> =>
  withClient(postgres.url, async (client) => void (await client.query(text, values)));

describe.runIf(isLong)("a replica that is behind, within the bound", () => {
  let old = "";
  beforeEach(async () => {
    old = await useOrganization();
    await postgres.pause();
  });
  afterEach(() => postgres.resume());

  it("answers lists, except to the credential that wrote since, at both hosts", async () => {
    const { id } = await issue(first);
    for (const host of [first, second]) {
      await waitUntilListed(host, reader, [old]);
      expect(await listIds(host, issuer)).toEqual([id, old]);
      // One badge is always read from the primary.
      expect((await read<{ id: string }>(host, reader, `/badges/${id}`)).id).toBe(id);
    }
    await postgres.resume();
    await waitForReplica(id);
    await postgres.pause();
    // Now the replica has what the first credential wrote, and answers it again.
    const [method, path, body] = buildBadgeRequest(issuer, `${newId()}@example.org`);
    expect((await callApi(second.address, reader, [method, path, body])).status).toBe(201);
    for (const host of [first, second]) {
      await waitUntilListed(host, issuer, [id, old]);
      expect(await listIds(host, reader)).toHaveLength(3);
    }
  });

  it("does not answer while Redis, which remembers who wrote, is away", async () => {
    const { id } = await issue(first);
    await waitUntilListed(second, reader, [old]);
    await installation.redis.end();
    for (const host of [first, second]) {
      expect(await listIds(host, reader)).toEqual([id, old]);
      expect(await listIds(host, issuer)).toEqual([id, old]);
    }
    await installation.redis.start();
    await until("the replica answers again", async () => (await listIds(second, reader)).length === 1);
  });

  it("answers the bulk search for old badges, and the primary for recent ones, so that none is missed", async () => {
    const search = "/high_volume_issued_badge_search";
    await issue(first);
    expect(await read<unknown[]>(second, reader, search)).toHaveLength(2);
    await query(
      `INSERT INTO issued_badges SELECT (jsonb_populate_record(badge, jsonb_build_object(
         'id', gen_random_uuid(), 'recipient_email', 'old-' || number || '@example.org',
         'created_at', now() - interval '2 days'))).*
       FROM issued_badges AS badge, generate_series(1, 1200) AS number WHERE badge.id = $1`,
      [old],
    );
    await postgres.resume();
    await waitForReplica((await issue(first)).id);
    await postgres.pause();
    const change = "UPDATE issued_badges SET issued_to_last_name = 'Changed' WHERE organization_id = $1";
    await query(change, [issuer.organization_id]);
    const found = await read<unknown[]>(second, reader, search);
    expect(found).toHaveLength(1_000);
    expect(JSON.stringify(found)).not.toContain("Changed");
    const own = await callApi(second.address, issuer, [
      "PUT",
      `/badge_templates/${issuer.templateId}`,
      { name: "X" },
    ]);
    expect(own.status).toBe(200);
    expect(JSON.stringify(await read(first, issuer, search))).toContain("Changed");
  });

  it("answers public pages from their cache, and the primary those that it does not know", async () => {
    const { id, accept_badge_url: link } = await issue(first);
    const token = new URL(link).searchParams.get("token") ?? "";
    const accepted = await fetch(`${first.address}/accept/${id}/answer`, {
      method: "POST",
      body: new URLSearchParams({ token, answer: "accept" }),
      redirect: "manual",
    });
    expect(accepted.status).toBe(303);
    const readStatus = async ({ address }: Host) => (await fetch(`${address}/badges/${id}`)).status;
    for (const host of [first, second]) expect(await readStatus(host)).toBe(200);
    await postgres.resume();
    await waitForReplica(id);
    for (const host of [first, second]) expect(await readStatus(host)).toBe(200);
    await postgres.pause();
    const revoked = await callApi(first.address, issuer, [
      "PUT",
      `/badges/${id}/revoke`,
      { reason: "Over." },
    ]);
    expect(revoked.status).toBe(200);
    for (const host of [first, second]) expect(await readStatus(host)).toBe(200);
    await postgres.resume();
    for (const host of [first, second])
      await until("the page says that it was revoked", async () => (await readStatus(host)) === 410);
  });
});

describe.runIf(isLong)("a replica that stops", () => {
  it("does no harm: the primary answers, until the replica is back", async () => {
    const old = await useOrganization();
    let isOver = false;
    const statuses: number[] = [];
    const lane = async (host: Host): Promise<void> => {
      while (!isOver)
        statuses.push((await callApi(host.address, reader, ["GET", "/badges", undefined])).status);
    };
    const lanes = Promise.all([first, second, first, second].map(lane));
    const afterMore = async (count: number): Promise<void> => {
      const target = statuses.length + count;
      await until("more lists are read", () => statuses.length >= target);
    };
    await afterMore(40);
    await postgres.stopReplica();
    await afterMore(40);
    const { id } = await issue(first);
    await until("the primary answers", async () => (await listIds(second, reader)).includes(id));
    await postgres.startReplica();
    await postgres.pause();
    await afterMore(40);
    isOver = true;
    await lanes;
    expect(new Set(statuses)).toEqual(new Set([200]));
    await postgres.resume();
    await until("the replica is used again", async () => {
      await postgres.pause();
      const { id: later } = await issue(first);
      const listed = await listIds(second, reader);
      await postgres.resume();
      return !listed.includes(later);
    });
    expect((await listIds(first, issuer)).slice(-2)).toEqual([id, old]);
  });
});

describe.runIf(isLong)("a replica that is behind by more than the bound", () => {
  it("is not used: the primary answers", async () => {
    await installation.remove();
    await useHosts(SHORT_LAG_MS);
    await useOrganization();
    await postgres.pause();
    const { id } = await issue(first);
    await waitForReplica(id);
    const [row] = await postgres.queryReplica<{ paused: boolean }>(
      "SELECT pg_is_wal_replay_paused() AS paused",
    );
    expect(row?.paused).toBe(true);
    await postgres.resume();
  });
});
