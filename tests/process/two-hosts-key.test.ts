import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withClient } from "@/lib/platform/postgres/database";
import { callApi, createIssuer, startIssuing, type Issuer } from "../support/badges/issuing";
import { countUnreadable, readAllValues } from "../support/platform/encrypted-values";
import { startTwoHosts, type Host, type Installation } from "../support/platform/hosts";
import { isLong } from "../support/platform/long";
import { ensureBuilt, runAdmin, runProduct, type FinishedCommand } from "../support/platform/product";
import { followHealth } from "../support/platform/tcp-balancer";
import { until } from "../support/until";

// The encryption key is changed on one host after the other, while requests go on (docs/operating.md).

const OLD = Buffer.alloc(32, 7).toString("base64");
const NEW = Buffer.alloc(32, 9).toString("base64");
type Keys = { ENCRYPTION_KEY: string; ENCRYPTION_KEY_PREVIOUS: string };
const BEFORE: Keys = { ENCRYPTION_KEY: OLD, ENCRYPTION_KEY_PREVIOUS: "" };
const READING: Keys = { ENCRYPTION_KEY: OLD, ENCRYPTION_KEY_PREVIOUS: NEW };
const WRITING: Keys = { ENCRYPTION_KEY: NEW, ENCRYPTION_KEY_PREVIOUS: OLD };
const AFTER: Keys = { ENCRYPTION_KEY: NEW, ENCRYPTION_KEY_PREVIOUS: "" };

const DOES_NOT_FIT = "does not fit this database, which was encrypted with another key";

describe.runIf(isLong)("a change of the key on two hosts", () => {
  let installation: Installation;
  let hosts: [Host, Host];
  let issuer: Issuer;
  let client: ReturnType<typeof startIssuing>;
  let stopFollowing: () => Promise<void>;
  /** Every token that one of the hosts has created. */
  const tokens: string[] = [];

  beforeAll(async () => {
    await ensureBuilt();
    installation = await startTwoHosts({ ...BEFORE, DRAIN_SECONDS: "2", RATE_LIMIT: "off" });
    hosts = [...installation.hosts];
    issuer = await createIssuer(hosts[0], "http://127.0.0.1:9/nobody");
    tokens.push(issuer.authorization_token);
    const ports = hosts.map(({ address }) => Number(new URL(address).port));
    stopFollowing = followHealth(installation.balancer, ports);
    client = startIssuing(issuer, () => installation.origin, 1);
  });
  afterAll(async () => {
    await client?.finish();
    await stopFollowing?.();
    await installation?.remove();
  });

  const environmentOf = (keys: Keys) => ({
    ...keys,
    DATABASE_URL: installation.databaseUrl,
    REDIS_URL: installation.redis.url,
    APP_URL: installation.origin,
    SESSION_SECRET: "a session secret that only tests know",
  });
  const admin = (keys: Keys, ...args: string[]): Promise<FinishedCommand> =>
    runAdmin(hosts[0].dataDir, args, { env: environmentOf(keys) });
  const examine = async (keys: Keys) => {
    const { code, stdout } = await admin(keys, "doctor", "--json");
    const { findings } = JSON.parse(stdout) as { findings: { check: string; problem: string }[] };
    return { code, findings: findings.filter(({ check }) => check.includes("encryption-key")) };
  };

  /** Each host creates a token and lists all, whose secrets it decrypts. */
  async function expectBothToRead(): Promise<void> {
    for (const { address } of hosts) {
      const created = await callApi(address, issuer, ["POST", "/authorization_tokens", {}]);
      tokens.push(((await created.json()) as { data: { token: string } }).data.token);
    }
    for (const { address } of hosts) {
      const listed = await callApi(address, issuer, ["GET", "/authorization_tokens", undefined]);
      const { data } = (await listed.json()) as { data: { token: string }[] };
      expect(new Set(data.map(({ token }) => token))).toEqual(new Set(tokens));
    }
  }

  /** Restarts one host after the other with these keys. Both read everything after each restart. */
  async function roll(keys: Keys): Promise<void> {
    for (const index of [0, 1] as const) {
      await hosts[index].stop();
      hosts[index] = await installation.restart(hosts[index], keys);
      await expectBothToRead();
    }
    const before = client.acknowledged.length;
    await until("more badges", () => client.acknowledged.length > before + 5, 60_000);
  }

  it("a host with only the new key does not start, and doctor says why", async () => {
    await expectBothToRead();
    const { code, stderr } = await runProduct({ dataDir: hosts[0].dataDir, env: environmentOf(AFTER) });
    expect([code, stderr]).toEqual([1, expect.stringContaining(DOES_NOT_FIT)]);
    expect(await examine(AFTER)).toMatchObject({
      code: 1,
      findings: [{ check: "encryption-key", problem: expect.stringContaining(DOES_NOT_FIT) as string }],
    });
    await expectBothToRead();
  });

  it("phase one: every host learns to read the new key", async () => {
    await roll(READING);
    const { findings } = await examine(READING);
    expect(findings).toMatchObject([
      { check: "previous-encryption-key", remedy: expect.stringContaining("phase two") as string },
    ]);
  });

  it("phase two: every host writes with the new key, and doctor finds one that cannot read it", async () => {
    await roll(WRITING);
    expect(await examine(BEFORE)).toMatchObject({
      code: 1,
      findings: [
        { check: "encryption-key", problem: expect.stringContaining("authorization_tokens") as string },
      ],
    });
  });

  it("the command re-encrypts all values while both hosts serve", async () => {
    const { code, stdout } = await admin(WRITING, "encryption-key", "rotate", "--json");
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { unreadable: 0 }]);
    await expectBothToRead();
    const counts = await withClient(installation.databaseUrl, (database) =>
      readAllValues(
        async (text) => (await database.query<Record<string, unknown>>(text)).rows,
        Buffer.from(NEW, "base64"),
      ),
    );
    expect(countUnreadable(counts)).toBe(0);
  });

  it("the old key is removed, and no request has failed", async () => {
    await roll(AFTER);
    expect(await examine(AFTER)).toMatchObject({ findings: [] });
    await client.finish();
    expect([client.repeated(), client.surprises]).toEqual([0, []]);
    const { code, stderr } = await runProduct({ dataDir: hosts[0].dataDir, env: environmentOf(BEFORE) });
    expect([code, stderr]).toEqual([1, expect.stringContaining(DOES_NOT_FIT)]);
  });
});
