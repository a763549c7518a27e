import { decodeList } from "@digitalbazaar/vc-bitstring-status-list";
import { createPublicKey } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eraseDeletedBadges } from "@/lib/badges/issued/jobs";
import { getSigningKeys } from "@/lib/credentials/issuer-keys/service";
import { findBadgeToSign } from "@/lib/credentials/open-badges/service";
import { signEarlierBadges } from "@/lib/credentials/signed-credentials/jobs";
import { getCredentialOfRow } from "@/lib/credentials/signed-credentials/service";
import { ensureStatusPlace } from "@/lib/credentials/status-lists/service";
import { newId } from "@/lib/kernel/ids";
import { defineEncryptedColumn } from "@/lib/kernel/secrets";
import { jobs } from "@/lib/operations/jobs/list";
import { createTemplate, createTestOrganization, type TestOrganization } from "../../support/builders";
import { credentialPath, fetchDocument } from "../../support/credentials/open-badge-documents";
import { stopClock } from "../../support/delivery/outbox";
import { runMessage } from "../../support/delivery/run-message";
import {
  createEarner,
  issueAcceptedBadge,
  issueBadgeTo,
  type TestEarner,
} from "../../support/accounts/earners";
import { openConnection, sql } from "../../support/platform/database";

let organization: TestOrganization;
let earner: TestEarner;

beforeEach(async () => {
  organization = await createTestOrganization("Open University");
});
beforeAll(async () => {
  earner = await createEarner();
});

/** The organization by its DID at this service, as the issuer of a status list. */
const hosted = () => ({ organizationId: organization.id, ownDid: null });

const issue = async (): Promise<string> => (await issueAcceptedBadge(organization, earner)).id;

async function findStored(badgeId: string): Promise<string | undefined> {
  const [row] = await sql("SELECT document FROM signed_credentials WHERE badge_id = $1", [badgeId]);
  return row?.document as string | undefined;
}

async function findMessages(badgeId: string): Promise<string[]> {
  const rows = await sql("SELECT id FROM outbox_messages WHERE subject_id = $1 AND kind = 'credential'", [
    badgeId,
  ]);
  return rows.map(({ id }) => String(id));
}

async function signByJob(badgeId: string): Promise<void> {
  const messages = await findMessages(badgeId);
  expect(messages).toHaveLength(1);
  for (const id of messages) expect(await runMessage(jobs.credential, id)).toBeNull();
}

/** Reads the place of a badge in the published list that its credential names. */
async function readBit(credential: string): Promise<boolean> {
  const { credentialStatus } = JSON.parse(credential);
  const { status, json } = await fetchDocument(credentialStatus.statusListCredential);
  expect(status).toBe(200);
  const list = await decodeList({ encodedList: json.credentialSubject.encodedList });
  return list.getStatus(Number(credentialStatus.statusListIndex));
}

describe("the credential of an accepted badge", () => {
  it("is signed by a job after the acceptance, and served byte for byte", async () => {
    const id = await issue();
    expect(await findStored(id)).toBeUndefined();
    await signByJob(id);
    const stored = await findStored(id);
    const served = await fetchDocument(credentialPath(id));
    expect([served.status, served.bytes.toString()]).toEqual([200, stored]);
  });

  it("is signed at once for a request that comes first, and only once for many", async () => {
    const id = await issue();
    const all = await Promise.all(Array.from({ length: 8 }, () => fetchDocument(credentialPath(id))));
    const stored = await findStored(id);
    expect(new Set(all.map(({ bytes }) => bytes.toString()))).toEqual(new Set([stored]));
    await signByJob(id);
    expect(await findStored(id)).toBe(stored);
    expect(await sql("SELECT index FROM status_list_entries WHERE badge_id = $1", [id])).toHaveLength(1);
  });

  it("is signed for a private badge too, which nobody else can read", async () => {
    const { id } = await issueAcceptedBadge(organization, earner, true);
    await signByJob(id);
    expect(await findStored(id)).toContain(id);
    expect((await fetchDocument(credentialPath(id))).status).toBe(404);
  });

  it("is not signed when the badge was revoked before", async () => {
    const id = await issue();
    await organization.client.put(`/badges/${id}/revoke`, { reason: "A mistake" });
    await signByJob(id);
    expect(await findStored(id)).toBeUndefined();
  });

  it("is not stored when the badge was deleted while it was signed", async () => {
    const id = await issue();
    const row = await findBadgeToSign(id);
    if (!row) throw new Error("The badge is missing.");
    await organization.client.delete(`/badges/${id}`);
    await expect(getCredentialOfRow(row)).rejects.toMatchObject({ status: 404 });
    expect(await findStored(id)).toBeUndefined();
  });

  it("is erased with the personal data of a deleted badge", async () => {
    const id = await issue();
    await signByJob(id);
    await organization.client.delete(`/badges/${id}`);
    const time = stopClock(new Date(Date.now() + 31 * 24 * 3_600_000));
    while (await eraseDeletedBadges());
    time.restore();
    expect(await findStored(id)).toBeUndefined();
  });
});

describe("a status list", () => {
  const changes: [string, (id: string) => Promise<unknown>][] = [
    ["revoked", (id) => organization.client.put(`/badges/${id}/revoke`, { reason: "A mistake" })],
    [
      "replaced",
      async (id) => {
        const template = await createTemplate(organization);
        return organization.client.post(`/badges/${id}/replace`, {
          badge_template_id: template.id,
          issued_at: "2026-05-01",
        });
      },
    ],
    ["given back", (id) => earner.client.post(`/badges/${id}/reject`, {})],
    ["deleted", (id) => organization.client.delete(`/badges/${id}`)],
  ];

  it.each(changes)(
    "names the credential as soon as its badge is %s, and no other one",
    async (_name, change) => {
      const [one, other] = [await issue(), await issue()];
      for (const id of [one, other]) await signByJob(id);
      const [ours = "", theirs = ""] = [await findStored(one), await findStored(other)];
      expect([await readBit(ours), await readBit(theirs)]).toEqual([false, false]);
      await change(one);
      expect([await readBit(ours), await readBit(theirs)]).toEqual([true, false]);
    },
  );

  it("names a badge that is revoked while its place is reserved", async () => {
    const id = await issue();
    await ensureStatusPlace(hosted(), { id: await issue(), kind: "badge" });
    const connection = await openConnection();
    await connection.query("BEGIN");
    await connection.query("UPDATE issued_badges SET state = 'revoked' WHERE id = $1", [id]);
    const reserving = ensureStatusPlace(hosted(), { id, kind: "badge" });
    await connection.query("COMMIT");
    await connection.end();
    await reserving;
    const rows = await sql("SELECT revoked FROM status_list_entries WHERE badge_id = $1", [id]);
    expect(rows).toEqual([{ revoked: true }]);
  });

  it("has another version when a place is revoked from the start", async () => {
    const ids = [await issue(), await issue()];
    const reserve = (id = "") => ensureStatusPlace(hosted(), { id, kind: "badge" });
    const revisions = async () =>
      sql("SELECT number, revision FROM status_lists WHERE organization_id = $1 ORDER BY number", [
        organization.id,
      ]);
    await reserve(ids[0]);
    const before = await revisions();
    await reserve(await issue());
    expect(await revisions()).toEqual(before);
    await organization.client.put(`/badges/${ids[1]}/revoke`, { reason: "A mistake" });
    await reserve(ids[1]);
    expect(await revisions()).not.toEqual(before);
  });

  it("is continued in the next one when no random place is free", async () => {
    await ensureStatusPlace(hosted(), { id: await issue(), kind: "badge" });
    await sql(
      `INSERT INTO status_list_entries (list_id, index, badge_id, revoked)
       SELECT id, generate_series(0, 131071), gen_random_uuid(), false FROM status_lists WHERE organization_id = $1
       ON CONFLICT DO NOTHING`,
      [organization.id],
    );
    const id = await issue();
    await signByJob(id);
    const { credentialStatus } = JSON.parse((await findStored(id)) ?? "{}");
    expect(credentialStatus.statusListCredential).toMatch(/\/status_lists\/2$/);
    expect(await readBit((await findStored(id)) ?? "")).toBe(false);
  });

  it("404 for a list or an organization that does not exist", async () => {
    for (const path of [
      `${organization.id}/status_lists/1`,
      `${organization.id}/status_lists/x`,
      `${newId()}/status_lists/1`,
    ])
      expect((await fetchDocument(`/v1/obi/v3/issuers/${path}`)).status).toBe(404);
  });
});

describe("badges that were accepted before credentials were stored", () => {
  it("are signed in batches, continued where a run stopped, and then never again", async () => {
    const accepted = [await issue(), await issue(), await issue()];
    const pending = (await issueBadgeTo(organization, earner.email)).id;
    const [first = "", second = "", third = ""] = accepted;
    await sql("DELETE FROM credential_backfills");
    // A run that died after the first badge.
    await sql("INSERT INTO credential_backfills (position, signed) VALUES ($1, 1)", [first]);
    while (await signEarlierBadges());
    expect(await findStored(first)).toBeUndefined();
    for (const id of [second, third]) expect(await findStored(id)).toContain(id);
    expect(await findStored(pending)).toBeUndefined();
    const [row] = await sql("SELECT signed, finished_at FROM credential_backfills");
    expect(row?.signed).toBeGreaterThanOrEqual(3);
    expect(row?.finished_at).not.toBeNull();
    expect(await signEarlierBadges()).toBe(false);
    expect(await sql("SELECT signed, finished_at FROM credential_backfills")).toEqual([row]);
  });
});

describe("a key that a server of the previous version creates", () => {
  it("signs for the organization", async () => {
    const { id } = organization;
    const other = await createTestOrganization();
    const { proofs } = await getSigningKeys(other.id);
    const pkcs8 = proofs.privateKey.export({ format: "der", type: "pkcs8" }).toString("base64");
    const encrypted = defineEncryptedColumn("issuer_keys", "private_key", "organization_id").encrypt(
      pkcs8,
      id,
    );
    const raw = Buffer.from(proofs.jwk.x, "base64url");
    await sql("INSERT INTO issuer_keys (organization_id, public_key, private_key) VALUES ($1, $2, $3)", [
      id,
      raw,
      encrypted,
    ]);
    const keys = await getSigningKeys(id);
    expect(keys.proofs.jwk).toEqual(proofs.jwk);
    expect(createPublicKey(keys.proofs.privateKey).export({ format: "jwk" }).x).toBe(proofs.jwk.x);
  });
});
