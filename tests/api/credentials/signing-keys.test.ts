import { beforeEach, describe, expect, it } from "vitest";
import { getPublishedKeys } from "@/lib/credentials/issuer-keys/service";
import { createTestOrganization, type TestOrganization } from "../../support/builders";
import { credentialPath, fetchDocument, type Json } from "../../support/credentials/open-badge-documents";
import { createEarner, issueAcceptedBadge } from "../../support/accounts/earners";
import { sql } from "../../support/platform/database";

let organization: TestOrganization;

beforeEach(async () => {
  organization = await createTestOrganization("Open University");
});

const listKeys = async (): Promise<Json[]> =>
  (await organization.client.get("/signing_keys")).data as unknown as Json[];
const rotate = (algorithm: string) => organization.client.post("/signing_keys/rotate", { algorithm });
const retire = (id: string) => organization.client.post(`/signing_keys/${id}/retire`, {});

async function fetchNewCredential(): Promise<{ id: string; json: Json; jwt: string }> {
  const { id } = await issueAcceptedBadge(organization, await createEarner());
  const { json } = await fetchDocument(credentialPath(id));
  const { bytes } = await fetchDocument(`${credentialPath(id)}.jwt`);
  return { id, json, jwt: bytes.toString() };
}

const fetchDid = async (): Promise<Json> =>
  (await fetchDocument(`/v1/obi/v3/issuers/${organization.id}/did.json`)).json;
const methodOf = ({ json }: { json: Json }): string => json.proof[0].verificationMethod;
const kidOf = ({ jwt }: { jwt: string }): string =>
  JSON.parse(Buffer.from(jwt.split(".")[0] ?? "", "base64url").toString()).kid as string;

const auditActions = async (): Promise<string[]> => {
  const { data } = await organization.client.get("/audit_entries?filter=action_group::signing_key");
  return (data as unknown as Json[]).map(({ action, subject_id: id }) => `${action} ${id}`).toReversed();
};

describe("signing keys of an organization", () => {
  it("are listed with the newest first, once a credential was signed", async () => {
    expect(await listKeys()).toEqual([]);
    const credential = await fetchNewCredential();
    const keys = await listKeys();
    expect(keys.map(({ algorithm, state }) => `${algorithm} ${state}`).toSorted()).toEqual([
      "Ed25519 active",
      "P-256 active",
    ]);
    const proofKey = keys.find(({ algorithm }) => algorithm === "Ed25519");
    expect(methodOf(credential)).toMatch(new RegExp(`#${proofKey?.public_key_multibase}$`));
    expect(Object.keys(proofKey ?? {}).toSorted()).toEqual([
      "algorithm",
      "created_at",
      "id",
      "public_key_multibase",
      "retired_at",
      "state",
    ]);
  });

  it("are rotated: new credentials and status lists have the new key, earlier ones stay as they were", async () => {
    const earlier = await fetchNewCredential();
    const list = earlier.json.credentialStatus.statusListCredential as string;
    const before = (await fetchDocument(list)).json;
    const { status, data } = await rotate("Ed25519");
    expect([status, data.algorithm, data.state]).toEqual([201, "Ed25519", "active"]);
    expect((await fetchDocument(credentialPath(earlier.id))).json).toEqual(earlier.json);
    const later = await fetchNewCredential();
    expect(methodOf(later)).toMatch(new RegExp(`#${String(data.public_key_multibase)}$`));
    expect([kidOf(later), methodOf(later)]).toEqual([
      kidOf(earlier),
      expect.not.stringMatching(methodOf(earlier)),
    ]);
    const after = (await fetchDocument(list)).json;
    expect([methodOf({ json: before }), methodOf({ json: after })]).toEqual([
      methodOf(earlier),
      methodOf(later),
    ]);
    const did = await fetchDid();
    for (const method of [methodOf(earlier), methodOf(later), kidOf(earlier)])
      expect(did.assertionMethod).toContain(method);
    expect(await auditActions()).toEqual([`signing_key.rotate ${String(data.id)}`]);
  });

  it("sign JWTs with the new key after its rotation", async () => {
    const earlier = await fetchNewCredential();
    await rotate("P-256");
    const later = await fetchNewCredential();
    expect(methodOf(later)).toBe(methodOf(earlier));
    expect(kidOf(later)).not.toBe(kidOf(earlier));
    const { bytes } = await fetchDocument(`${credentialPath(earlier.id)}.jwt`);
    expect(bytes.toString()).toBe(earlier.jwt);
    const did = await fetchDid();
    const published = (did.verificationMethod as Json[]).filter(({ publicKeyJwk: jwk }) => jwk);
    expect(published.map(({ id }) => id as string).toSorted()).toEqual(
      [kidOf(earlier), kidOf(later)].toSorted(),
    );
  });

  it("are retired: the private half is gone, the public half stays, and the next credential has a new key", async () => {
    const earlier = await fetchNewCredential();
    const key = (await listKeys()).find(({ algorithm }) => algorithm === "Ed25519");
    const { status, data } = await retire(String(key?.id));
    expect([status, data.state, data.retired_at]).toEqual([200, "retired", expect.stringMatching(/Z$/)]);
    expect(await sql("SELECT private_key FROM signing_keys WHERE id = $1", [key?.id])).toEqual([
      { private_key: null },
    ]);
    const later = await fetchNewCredential();
    expect(methodOf(later)).not.toBe(methodOf(earlier));
    expect((await fetchDid()).assertionMethod).toContain(methodOf(earlier));
    expect(await auditActions()).toEqual([`signing_key.retire ${key?.id}`]);
    const again = await retire(String(key?.id));
    expect([again.status, again.data]).toMatchObject([422, { message: "This key is already retired." }]);
    expect(await auditActions()).toHaveLength(1);
  });

  it("rotated ten times at once are replaced, and one of them is active", async () => {
    await fetchNewCredential();
    const answers = await Promise.all(Array.from({ length: 10 }, () => rotate("Ed25519")));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 201));
    const active = (await listKeys()).filter(
      ({ algorithm, state }) => algorithm === "Ed25519" && state === "active",
    );
    expect(active).toHaveLength(1);
    const later = await fetchNewCredential();
    expect(methodOf(later)).toMatch(new RegExp(`#${active[0]?.public_key_multibase}$`));
    const methods = (await getPublishedKeys(organization.id)).map(({ multikey }) => multikey);
    expect(new Set(methods).size).toBe(methods.length);
  });

  it("of both algorithms rotated at once do not exceed the limit", async () => {
    await fetchNewCredential();
    const [key] = await listKeys();
    await sql(
      `INSERT INTO signing_keys (id, organization_id, algorithm, public_key, created_at, retired_at)
       SELECT gen_random_uuid(), organization_id, algorithm, public_key, created_at, now()
       FROM signing_keys, generate_series(1, (SELECT 499 - count(*)::int FROM signing_keys WHERE organization_id = $2))
       WHERE id = $1`,
      [key?.id, organization.id],
    );
    const answers = await Promise.all(["Ed25519", "P-256"].flatMap((name) => [rotate(name), rotate(name)]));
    expect(answers.filter(({ status }) => status === 422).length).toBeGreaterThanOrEqual(1);
    const [row] = await sql("SELECT count(*)::int AS count FROM signing_keys WHERE organization_id = $1", [
      organization.id,
    ]);
    expect(row?.count).toBe(500);
  });

  it("are not those of another organization", async () => {
    await fetchNewCredential();
    const [key] = await listKeys();
    const other = await createTestOrganization("Elsewhere");
    const { status } = await other.client.post(`/signing_keys/${key?.id}/retire`, {});
    expect(status).toBe(404);
    expect((await listKeys()).every(({ state }) => state === "active")).toBe(true);
  });

  it("422 for an unknown algorithm, and when there are too many keys", async () => {
    expect((await rotate("RSA")).status).toBe(422);
    expect((await organization.client.post("/signing_keys/rotate", {})).status).toBe(422);
    const [{ id }] = [(await rotate("P-256")).data];
    await sql(
      `INSERT INTO signing_keys (id, organization_id, algorithm, public_key, created_at, retired_at)
       SELECT gen_random_uuid(), organization_id, algorithm, public_key, created_at, now()
       FROM signing_keys, generate_series(1, 500) WHERE id = $1`,
      [id],
    );
    for (const answer of [await rotate("Ed25519"), await retire(String(id))])
      expect([answer.status, answer.data]).toMatchObject([
        422,
        {
          message:
            "This organization has reached the limit of 500 keys. Keys can no longer be rotated or retired.",
        },
      ]);
    expect((await fetchNewCredential()).json.proof).toHaveLength(2);
  });
});
