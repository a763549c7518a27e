import { randomBytes } from "node:crypto";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { getSigningKeys } from "@/lib/credentials/issuer-keys/service";
import { clock } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import { createKeyring } from "@/lib/kernel/keyring";
import { replaceKeys } from "@/lib/kernel/secrets";
import { runCommand } from "@/lib/operations/installation/command-line";
import { COMMANDS } from "@/lib/operations/installation/commands";
import { checkEncryptionKey } from "@/lib/operations/stored-secrets/key-probe";
import { createTestOrganization, type TestOrganization } from "../../support/builders";
import { createTestLearningApp } from "../../support/learning/learning";
import { openConnection, sql } from "../../support/platform/database";
import { countUnreadable, readAllValues } from "../../support/platform/encrypted-values";
import { encryptInOldFormat } from "../../support/operations/old-secrets";
import { until } from "../../support/until";

const KEY = Buffer.alloc(32, 7);
const DOES_NOT_FIT = "ENCRYPTION_KEY does not fit this database";

let organization: TestOrganization;

type Key = Buffer<ArrayBuffer>;

/** Uses these keys as a process that was started with them. */
function useKeys(current: Key, previous: Key[] = []): void {
  replaceKeys(current, previous);
  env().ENCRYPTION_KEY_PREVIOUS = previous;
}

/** Checks the key as a start does. */
async function check(secretsFile: string | null = null): Promise<void> {
  const connection = await openConnection();
  try {
    await checkEncryptionKey(connection, secretsFile);
  } finally {
    await connection.end();
  }
}

const listProbes = () => sql("SELECT * FROM encryption_key_probes");
const removeProbe = () => sql("DELETE FROM encryption_key_probes");

/** Makes values unreadable for every key that a test has, except those of the given tables. */
async function encryptWithLostKey(table: string, column: string): Promise<number> {
  const rows = await sql(`UPDATE ${table} SET ${column} = $1 WHERE ${column} IS NOT NULL RETURNING 1`, [
    encryptInOldFormat("lost", randomBytes(32)),
  ]);
  return rows.length;
}

const rotate = () =>
  runCommand(["encryption-key", "rotate", "--json"], COMMANDS, (work) => work({ secretsFile: null }));

type Output = {
  reencrypted: number;
  unreadable: number;
  unreadable_columns?: string[];
  old_key_needed_until: string | null;
  next_step: string;
};

/** The progress that a command prints. */
function catchProgress(): string[] {
  const lines: string[] = [];
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    lines.push(String(text));
    return true;
  });
  return lines;
}

beforeAll(async () => {
  organization = await createTestOrganization();
  await createTestLearningApp(organization);
  await getSigningKeys(organization.id);
});
afterEach(() => {
  vi.restoreAllMocks();
  useKeys(KEY);
});

describe("the check of ENCRYPTION_KEY at a start", () => {
  it("accepts the key that the first start had, with one query, and stores nothing again", async () => {
    await removeProbe();
    await check();
    const probes = await listProbes();
    expect(probes).toHaveLength(1);
    const connection = await openConnection();
    const query = vi.spyOn(connection, "query");
    await checkEncryptionKey(connection, null);
    expect(query).toHaveBeenCalledTimes(1);
    await connection.end();
    expect(await listProbes()).toEqual(probes);
  });

  it("refuses another key with one sentence, which names where the key is from", async () => {
    await check();
    useKeys(randomBytes(32), [randomBytes(32)]);
    await expect(check()).rejects.toThrow(
      `${DOES_NOT_FIT}, which was encrypted with another key: set ENCRYPTION_KEY or ENCRYPTION_KEY_PREVIOUS to that key.`,
    );
    await expect(check("data/secrets.json")).rejects.toMatchObject({
      name: "InvalidEnvironment",
      message: expect.stringMatching(
        /^The ENCRYPTION_KEY in data\/secrets\.json does not fit .+\.$/,
      ) as string,
    });
  });

  it("accepts a key whose predecessor fits, and leaves the probe to the rotation", async () => {
    await check();
    const probes = await listProbes();
    useKeys(randomBytes(32), [randomBytes(32), KEY]);
    await check();
    expect(await listProbes()).toEqual(probes);
  });

  it("refuses a key that fits none of the secrets of an installation without a probe", async () => {
    await removeProbe();
    useKeys(randomBytes(32));
    await expect(check()).rejects.toThrow(DOES_NOT_FIT);
    expect(await listProbes()).toEqual([]);
    useKeys(KEY);
    await check();
    expect(await listProbes()).toHaveLength(1);
  });

  it("accepts the key of an installation without a probe that lost some of its secrets", async () => {
    await removeProbe();
    const secrets = await sql("SELECT id, webhook_secret AS secret FROM organizations");
    expect(await encryptWithLostKey("organizations", "webhook_secret")).toBe(secrets.length);
    await check();
    expect(await listProbes()).toHaveLength(1);
    for (const { id, secret } of secrets)
      await sql("UPDATE organizations SET webhook_secret = $2 WHERE id = $1", [id, secret]);
  });

  it("stores one probe when several processes start at once, of which those with another key are refused", async () => {
    await removeProbe();
    await Promise.all(Array.from({ length: 6 }, () => check()));
    expect(await listProbes()).toHaveLength(1);
    // Of a database without secrets, the first key is the right one.
    await removeProbe();
    const [one, other] = [await openConnection(), await openConnection()];
    await one.query("BEGIN");
    const values = [
      "00000000-0000-4000-8000-000000000001",
      createKeyring(randomBytes(32)).encrypt("", "encryption_key_probes.value", "none"),
    ];
    await one.query("INSERT INTO encryption_key_probes (id, value) VALUES ($1, $2)", values);
    const refused = expect(checkEncryptionKey(other, null)).rejects.toThrow(DOES_NOT_FIT);
    await until("it waits for the other process", async () => {
      const rows = await sql("SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'");
      return rows.length > 0;
    });
    await one.query("COMMIT");
    await refused;
    await Promise.all([one.end(), other.end()]);
    await removeProbe();
  });
});

describe("encryption-key rotate, with keys in the environment", () => {
  it("explains the steps while there is no previous key, and changes nothing", async () => {
    await check();
    const before = await readAllValues(sql, KEY);
    await expect(rotate()).rejects.toThrow(
      /ENCRYPTION_KEY_PREVIOUS is not set[^]*1\. Create a key[^]*2\. Run this/,
    );
    expect(await readAllValues(sql, KEY)).toEqual(before);
  });

  it("re-encrypts every secret, so that the new key alone reads all, and says when the old one may go", async () => {
    await check();
    const next = randomBytes(32);
    const before = await readAllValues(sql, KEY);
    const total = Object.values(before).reduce((sum, { count }) => sum + count, 0);
    expect(countUnreadable(before)).toBe(0);
    useKeys(next, [KEY]);
    const progress = catchProgress();
    const { code, stdout } = await rotate();
    const output = JSON.parse(stdout) as Output;
    expect(code).toBe(0);
    expect(output).toMatchObject({ reencrypted: total, unreadable: 0 });
    const hours = (Date.parse(String(output.old_key_needed_until)) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24);
    expect(output.next_step).toContain("as long as a backup from before exists");
    expect(progress.join("")).toMatch(/"msg":"authorization_tokens\.ciphertext: \d+ re-encrypted"/);
    expect(await readAllValues(sql, next)).toEqual(before);
    useKeys(next);
    await check();
    // Back again, for the other tests, with nothing left to do the second time.
    useKeys(KEY, [next]);
    expect(JSON.parse((await rotate()).stdout)).toMatchObject({ reencrypted: total });
    expect(JSON.parse((await rotate()).stdout)).toMatchObject({ reencrypted: 0, unreadable: 0 });
  });

  it("counts values that no key reads, leaves them as they are, and ends with exit code 1", async () => {
    await check();
    const next = randomBytes(32);
    const lost = await encryptWithLostKey("learning_apps", "secret");
    expect(lost).toBeGreaterThan(0);
    const stored = await sql("SELECT id, secret FROM learning_apps ORDER BY id");
    useKeys(next, [KEY]);
    catchProgress();
    const { code, stdout } = await rotate();
    const output = JSON.parse(stdout) as Output;
    expect(code).toBe(1);
    expect(output).toMatchObject({
      unreadable: lost,
      unreadable_columns: [`learning_apps.secret:${lost}`],
      old_key_needed_until: null,
    });
    expect(await sql("SELECT id, secret FROM learning_apps ORDER BY id")).toEqual(stored);
    expect(countUnreadable(await readAllValues(sql, next))).toBe(lost);
    await sql("DELETE FROM learning_apps");
    useKeys(KEY, [next]);
    expect((await rotate()).code).toBe(0);
  });

  it("comes back to a value that another transaction has locked", async () => {
    await check();
    const next = randomBytes(32);
    useKeys(next, [KEY]);
    catchProgress();
    const holder = await openConnection();
    await holder.query("BEGIN");
    await holder.query("SELECT FROM authorization_tokens FOR UPDATE");
    const wait = vi
      .spyOn(clock, "wait")
      .mockImplementation(async () => void (await holder.query("ROLLBACK")));
    expect((await rotate()).code).toBe(0);
    expect(wait).toHaveBeenCalledTimes(1);
    await holder.end();
    expect(countUnreadable(await readAllValues(sql, next))).toBe(0);
    useKeys(KEY, [next]);
    await rotate();
  });

  it("does not call a rotation complete while values are locked", async () => {
    await check();
    const next = randomBytes(32);
    useKeys(next, [KEY]);
    catchProgress();
    vi.spyOn(clock, "wait").mockResolvedValue();
    const holder = await openConnection();
    await holder.query("BEGIN");
    await holder.query("SELECT FROM authorization_tokens FOR UPDATE");
    await expect(rotate()).rejects.toThrow(/values of authorization_tokens\.ciphertext are in use/);
    await holder.query("ROLLBACK");
    await holder.end();
    const [probe] = await sql("SELECT substring(value FROM 1 FOR 5) AS header FROM encryption_key_probes");
    expect(probe).toEqual({ header: createKeyring(KEY).header });
    expect((await rotate()).code).toBe(0);
    useKeys(KEY, [next]);
    await rotate();
  });
});
