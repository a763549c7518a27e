import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { withClient } from "@/lib/platform/postgres/database";
import type { NewOrganization } from "@/lib/operations/installation/service";
import { openEmbeddedPostgres } from "@/lib/platform/postgres/embedded";
import { callApi } from "../support/badges/issuing";
import { countUnreadable, readAllValues } from "../support/platform/encrypted-values";
import { isLong } from "../support/platform/long";
import { signal } from "../support/platform/processes";
import {
  createDataDir,
  createOrganization,
  ensureBuilt,
  removeDataDir,
  runAdmin,
  runProduct,
  startAdmin,
  startProduct,
  type Product,
} from "../support/platform/product";

import { until } from "../support/until";

// The key of an embedded installation: a wrong one stops every start, and a rotation may be killed at any moment.

const DOES_NOT_FIT = "does not fit this database, which was encrypted with another key";
const ROTATE = ["encryption-key", "rotate", "--json"];

type Secrets = { ENCRYPTION_KEY: string; ENCRYPTION_KEY_PREVIOUS?: string; SESSION_SECRET: string };

/** One data directory for the whole file: each test continues with the data of the one before. */
let dataDir: string;
let organization: NewOrganization;
const started: Product[] = [];

beforeAll(async () => {
  await ensureBuilt();
  dataDir = await createDataDir();
  organization = await createOrganization(dataDir, {
    name: "Elm Academy",
    adminEmail: "ada@example.org",
  });
});
afterEach(async () => {
  for (const product of started.splice(0)) await product.stop();
});
afterAll(() => removeDataDir(dataDir));

const secretsFile = (): string => join(dataDir, "secrets.json");
const readSecrets = async (): Promise<Secrets> =>
  JSON.parse(await readFile(secretsFile(), "utf8")) as Secrets;
const writeSecrets = (secrets: Secrets): Promise<void> =>
  writeFile(secretsFile(), JSON.stringify(secrets), { mode: 0o600 });

/** How many stored secrets a key alone cannot read, in the database of the stopped installation. */
async function countUnreadableWith(key: string): Promise<number> {
  const database = await openEmbeddedPostgres({ dataDir, log: () => undefined });
  try {
    return await withClient(database.url, async (client) => {
      const query = async (text: string) => (await client.query<Record<string, unknown>>(text)).rows;
      return countUnreadable(await readAllValues(query, Buffer.from(key, "base64")));
    });
  } finally {
    await database.stop();
  }
}

/** Starts the product, and reads a list with the token that it had at first and its secret. */
async function expectWorking(): Promise<Product> {
  const product = await startProduct({ dataDir });
  started.push(product);
  const response = await callApi(product.origin, organization, ["GET", "/authorization_tokens", undefined]);
  const { data } = (await response.json()) as { data: { token: string }[] };
  expect(data.map(({ token }) => token)).toEqual([organization.authorization_token]);
  return product;
}

it("a key that does not fit stops each start with one sentence, and changes nothing", async () => {
  const secrets = await readSecrets();
  await writeSecrets({ ...secrets, ENCRYPTION_KEY: Buffer.alloc(32, 1).toString("base64") });
  const wrong = await readFile(secretsFile(), "utf8");
  const ends = [await runProduct({ dataDir }), await runAdmin(dataDir, ["organization", "list"])];
  ends.push(await runAdmin(dataDir, ROTATE));
  for (const { code, stderr } of ends) {
    expect([code, stderr]).toEqual([1, expect.stringContaining(DOES_NOT_FIT)]);
    expect(stderr).toContain(secretsFile());
    expect(stderr).not.toMatch(/\n\s+at /);
  }
  expect(await readFile(secretsFile(), "utf8")).toBe(wrong);
  await writeSecrets(secrets);
  await expectWorking();
});

it("a rotation is refused while the service runs, which knows only the old key", async () => {
  const secrets = await readFile(secretsFile(), "utf8");
  const product = await expectWorking();
  const { code, stderr } = await runAdmin(dataDir, ROTATE);
  expect([code, stderr]).toEqual([1, expect.stringContaining("Stop the service first")]);
  expect(stderr).toContain(String(product.pid));
  expect(await readFile(secretsFile(), "utf8")).toBe(secrets);
});

it.runIf(isLong)(
  "a rotation that is killed after it has created the key loses nothing, and the next one completes it",
  async () => {
    const before = await readSecrets();
    const command = startAdmin(dataDir, ROTATE);
    await until("the new key is in the file", () => /Created a new key/.test(command.stderr()));
    signal(-command.pid, "SIGKILL");
    await command.ended;
    const interrupted = await readSecrets();
    expect(interrupted.ENCRYPTION_KEY).not.toBe(before.ENCRYPTION_KEY);
    expect(interrupted.ENCRYPTION_KEY_PREVIOUS).toBe(before.ENCRYPTION_KEY);
    await (await expectWorking()).stop();

    const { code, stdout, stderr } = await runAdmin(dataDir, ROTATE);
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { unreadable: 0 }]);
    const after = await readSecrets();
    // Depending on the moment of the end, the first one was complete, and this is another rotation.
    const isContinued = stderr.includes("Continuing with the key");
    expect(after.ENCRYPTION_KEY === interrupted.ENCRYPTION_KEY).toBe(isContinued);
    expect(await countUnreadableWith(after.ENCRYPTION_KEY)).toBe(0);
    await expectWorking();
  },
);

it.runIf(isLong)("the old key can be removed after the rotation, and not before it", async () => {
  const secrets = await readSecrets();
  await writeSecrets({ ...secrets, ENCRYPTION_KEY_PREVIOUS: "" });
  await (await expectWorking()).stop();

  // As after a rotation whose values were never re-encrypted.
  const next = Buffer.alloc(32, 3).toString("base64");
  await writeSecrets({ ...secrets, ENCRYPTION_KEY: next, ENCRYPTION_KEY_PREVIOUS: "" });
  const { code, stderr } = await runProduct({ dataDir });
  expect([code, stderr]).toEqual([1, expect.stringContaining(DOES_NOT_FIT)]);
  await writeSecrets({ ...secrets, ENCRYPTION_KEY: next, ENCRYPTION_KEY_PREVIOUS: secrets.ENCRYPTION_KEY });
  await expectWorking();
});
