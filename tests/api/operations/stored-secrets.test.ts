import { randomBytes } from "node:crypto";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createKeyring } from "@/lib/kernel/keyring";
import { newId } from "@/lib/kernel/ids";
import * as secrets from "@/lib/kernel/secrets";
import { getSigningApp } from "@/lib/learning/apps/signing";
import { getSigningKeys } from "@/lib/credentials/issuer-keys/service";
import { previousWebhookSecrets, webhookSecrets } from "@/lib/organizations/profile/serializer";
import { reencryptSecrets, BATCH_SIZE } from "@/lib/operations/stored-secrets/service";
import { createTestOrganization, createTemplate, type TestOrganization } from "../../support/builders";
import { createPendingBadge } from "../../support/badges/badges";
import { isWaiting, openConnection, sql } from "../../support/platform/database";
import { readLinkOffer } from "../../support/accounts/accept-forms";
import { createTestLearningApp } from "../../support/learning/learning";
import { encryptInOldFormat, createOldToken } from "../../support/operations/old-secrets";
import { until } from "../../support/until";

const PREVIOUS = randomBytes(32);
const CURRENT = Buffer.alloc(32, 7);

let one: TestOrganization;
let other: TestOrganization;

beforeAll(async () => {
  process.env.ENCRYPTION_KEY_PREVIOUS = PREVIOUS.toString("base64");
  [one, other] = [await createTestOrganization(), await createTestOrganization()];
});
afterEach(() => {
  vi.restoreAllMocks();
});

const getWebhookSecret = async (organization: TestOrganization) => organization.client.get("/webhook_secret");

const listTokens = async (organization: TestOrganization): Promise<string[]> => {
  const { data } = await organization.client.get("/authorization_tokens");
  return (data as { token: string }[]).map(({ token }) => token);
};

/** The number of values in a column that lack the current prefix. */
async function countOldValues(table: string, column: string): Promise<number> {
  const [row] = await sql(
    `SELECT count(*)::int AS count FROM ${table} WHERE substring(${column} FROM 1 FOR 5) <> $1`,
    [secrets.getKeyring().header],
  );
  return Number(row?.count);
}

/** The stored webhook secret of an organization. */
async function readStoredSecret({ id }: { id: string }): Promise<Buffer> {
  const [row] = await sql("SELECT webhook_secret AS value FROM organizations WHERE id = $1", [id]);
  return Buffer.from(row?.value as Buffer);
}

const readHeader = (value: Buffer): Buffer => value.subarray(0, 5);

/** Runs the job until nothing is left. Returns the number of runs. */
async function reencryptAll(): Promise<number> {
  let turns = 1;
  while (await reencryptSecrets()) turns += 1;
  return turns;
}

const storeSecret = (organization: { id: string }, value: Buffer) =>
  sql("UPDATE organizations SET webhook_secret = $2 WHERE id = $1", [organization.id, value]);

/** Tokens of an organization in the old format, all with the same secret. */
async function insertOldTokens(organization: { id: string }, count: number): Promise<void> {
  const ids = Array.from({ length: count }, newId);
  const values = ids.map((id) => encryptInOldFormat(id, CURRENT));
  await sql(
    `INSERT INTO authorization_tokens (id, organization_id, digest, ciphertext, read_enabled, write_enabled,
       delete_enabled, scopes, created_by_type, created_at, expires_at)
     SELECT id, $1, sha256(id::text::bytea), value, true, false, false, '{all}', 'User', now(), now() + interval '1 day'
     FROM unnest($2::uuid[], $3::bytea[]) AS given (id, value)`,
    [organization.id, ids, values],
  );
}

describe("a stored secret", () => {
  it("is refused in the row of another one", async () => {
    const before = await getWebhookSecret(one);
    expect(before.status).toBe(200);
    await sql(
      `UPDATE organizations SET webhook_secret = (SELECT webhook_secret FROM organizations WHERE id = $2)
       WHERE id = $1`,
      [other.id, one.id],
    );
    const after = await getWebhookSecret(other);
    expect(after.status).toBe(500);
    expect(JSON.stringify(after.data)).not.toContain(before.data.secret);
    await reencryptAll();
    expect((await getWebhookSecret(other)).status).toBe(500);
    expect((await getWebhookSecret(one)).data).toEqual(before.data);
  });

  it("is refused in another column of its row", async () => {
    const copied = await readStoredSecret(one);
    expect(() => previousWebhookSecrets.decrypt(copied, one.id)).toThrow("unable to authenticate");
    expect(webhookSecrets.decrypt(copied, one.id)).toBe((await getWebhookSecret(one)).data.secret);
  });
});

describe("secrets stored in the old format", () => {
  it("are read, encrypted again by the hourly job, and still readable afterwards", async () => {
    const organization = await createTestOrganization();
    const { id } = organization;
    const app = await createTestLearningApp(organization);
    const signer = await getSigningApp(id, app.id);
    const key = (await getSigningKeys(id)).proofs.privateKey.export({ format: "der", type: "pkcs8" });
    await storeSecret(organization, encryptInOldFormat("whsec_current", CURRENT));
    await sql("UPDATE organizations SET webhook_previous_secret = $2 WHERE id = $1", [
      id,
      encryptInOldFormat("whsec_previous", CURRENT),
    ]);
    await sql("UPDATE learning_apps SET secret = $2 WHERE id = $1", [
      app.id,
      encryptInOldFormat(signer.secret, CURRENT),
    ]);
    await sql(
      "UPDATE signing_keys SET private_key = $2 WHERE organization_id = $1 AND algorithm = 'Ed25519'",
      [id, encryptInOldFormat(key.toString("base64"), CURRENT)],
    );
    const tokens = await listTokens(organization);
    await sql("UPDATE authorization_tokens SET ciphertext = $2 WHERE organization_id = $1", [
      id,
      encryptInOldFormat(tokens[0] ?? "", CURRENT),
    ]);

    const readAllSecrets = async () => ({
      secret: (await getWebhookSecret(organization)).data.secret,
      signer: await getSigningApp(id, app.id),
      key: (await getSigningKeys(id)).proofs.privateKey.export({ format: "der", type: "pkcs8" }),
      tokens: await listTokens(organization),
    });
    const before = await readAllSecrets();
    expect(before).toMatchObject({ secret: "whsec_current", tokens });
    expect(before.key).toEqual(key);
    expect(before.signer.secret).toBe(signer.secret);
    await reencryptAll();
    expect(await readAllSecrets()).toEqual(before);
    const columns = [
      ["organizations", "webhook_previous_secret"],
      ["learning_apps", "secret"],
      ["signing_keys", "private_key"],
      ["authorization_tokens", "ciphertext"],
    ] as const;
    for (const [table, column] of columns) expect(await countOldValues(table, column), column).toBe(0);
  });

  it("are encrypted again when they were written under a previous key", async () => {
    const organization = await createTestOrganization();
    const ring = createKeyring(PREVIOUS);
    await storeSecret(organization, ring.encrypt("whsec_1", "organizations.webhook_secret", organization.id));
    expect((await getWebhookSecret(organization)).data.secret).toBe("whsec_1");
    await reencryptAll();
    const value = await readStoredSecret(organization);
    const alone = createKeyring(CURRENT);
    expect(alone.decrypt(value, "organizations.webhook_secret", organization.id)).toBe("whsec_1");
  });

  it("stay unchanged when no key reads them, and do not block others", async () => {
    const [lost, kept] = [await createTestOrganization(), await createTestOrganization()];
    const unreadable = encryptInOldFormat("whsec_lost", randomBytes(32));
    await storeSecret(lost, unreadable);
    await storeSecret(kept, encryptInOldFormat("whsec_kept", CURRENT));
    await reencryptAll();
    expect(await readStoredSecret(lost)).toEqual(unreadable);
    expect((await getWebhookSecret(kept)).data.secret).toBe("whsec_kept");
    expect(readHeader(await readStoredSecret(kept))).toEqual(secrets.getKeyring().header);
  });

  it("open the badge that an earlier mail links to", async () => {
    const badge = await createPendingBadge(one, (await createTemplate(one)).id);
    const token = createOldToken("accept-badge-mailed", badge.id, CURRENT);
    expect(token).not.toBe(secrets.createPurposeToken("accept-badge-mailed", badge.id));
    expect(await readLinkOffer(badge.id, token, null)).toBe(
      await readLinkOffer(badge.id, secrets.createPurposeToken("accept-badge-mailed", badge.id), null),
    );
    const wrong = createOldToken("accept-badge-mailed", badge.id, randomBytes(32));
    expect(await readLinkOffer(badge.id, wrong, null)).toBe("wrong");
  });
});

describe("the job that encrypts again", () => {
  it("reads a bounded number of rows per run, and finds nothing to do when it starts again", async () => {
    const organization = await createTestOrganization();
    await insertOldTokens(organization, BATCH_SIZE + 20);
    const old = await countOldValues("authorization_tokens", "ciphertext");
    expect(old).toBe(BATCH_SIZE + 20);
    expect(await reencryptSecrets()).toBe(true);
    const remainingCount = await countOldValues("authorization_tokens", "ciphertext");
    expect(remainingCount).toBeGreaterThanOrEqual(20);
    expect(remainingCount).toBeLessThan(old);
    await reencryptAll();
    expect(await countOldValues("authorization_tokens", "ciphertext")).toBe(0);
    const before = await sql(
      "SELECT sum(hashtextextended(t::text, 0)) AS digest FROM authorization_tokens AS t",
    );
    await reencryptAll();
    expect(
      await sql("SELECT sum(hashtextextended(t::text, 0)) AS digest FROM authorization_tokens AS t"),
    ).toEqual(before);
    await sql("DELETE FROM authorization_tokens WHERE organization_id = $1", [organization.id]);
  });

  it("loses nothing when it dies before it writes", async () => {
    const organization = await createTestOrganization();
    await insertOldTokens(organization, 3);
    const holder = await openConnection();
    await holder.query("BEGIN");
    // Rows can still be read and locked, but not written.
    await holder.query("LOCK TABLE authorization_tokens IN SHARE MODE");
    const turn = reencryptSecrets();
    const ended = expect(turn).rejects.toThrow("canceling statement");
    await until("a lock", () => isWaiting());
    await sql(
      `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    await ended;
    await holder.query("ROLLBACK");
    await holder.end();
    expect(await countOldValues("authorization_tokens", "ciphertext")).toBe(3);
    await reencryptAll();
    expect(await countOldValues("authorization_tokens", "ciphertext")).toBe(0);
    expect(await listTokens(organization)).toHaveLength(4);
  });

  it("does not wait for a locked row, and leaves that row to the next hour", async () => {
    const organization = await createTestOrganization();
    await storeSecret(organization, encryptInOldFormat("whsec_1", CURRENT));
    const holder = await openConnection();
    await holder.query("BEGIN");
    await holder.query("SELECT FROM organizations WHERE id = $1 FOR UPDATE", [organization.id]);
    await reencryptAll();
    await holder.query("ROLLBACK");
    await holder.end();
    expect(readHeader(await readStoredSecret(organization))).not.toEqual(secrets.getKeyring().header);
    await reencryptAll();
    expect(readHeader(await readStoredSecret(organization))).toEqual(secrets.getKeyring().header);
  });

  it("does not count as a rotation for a concurrent rotation of the secret", async () => {
    const organization = await createTestOrganization();
    await storeSecret(organization, encryptInOldFormat("whsec_1", CURRENT));
    const ring = secrets.getKeyring();
    const decrypt = ring.decrypt.bind(ring);
    let renewed: Promise<unknown> | undefined;
    // The rotation has read the row and waits for the job, which writes the row before the rotation does.
    const blocker = await openConnection();
    await blocker.query("BEGIN");
    await blocker.query("UPDATE organizations SET webhook_secret = $2 WHERE id = $1", [
      organization.id,
      ring.encrypt("whsec_1", "organizations.webhook_secret", organization.id),
    ]);
    vi.spyOn(ring, "decrypt").mockImplementation((...given) => {
      renewed ??= until("a lock", () => isWaiting()).then(() => blocker.query("COMMIT"));
      return decrypt(...given);
    });
    const { status, data } = await organization.client.post("/webhook_secret/rotate", {});
    await renewed;
    await blocker.end();
    expect(status).toBe(201);
    expect(data.secret).not.toBe("whsec_1");
  });
});
