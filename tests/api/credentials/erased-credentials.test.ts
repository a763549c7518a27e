import { decodeList } from "@digitalbazaar/vc-bitstring-status-list";
import { beforeAll, describe, expect, it } from "vitest";
import { erasePerson, findPerson } from "@/lib/oversight/erasures/service";
import { createTestOrganization, nextSerial, type TestOrganization } from "../../support/builders";
import { assertionPath, credentialPath, fetchDocument } from "../../support/credentials/open-badge-documents";
import { verifyByApi } from "../../support/credentials/verify-request";
import { createEarner, issueAcceptedBadge } from "../../support/accounts/earners";

const REASON = "Withdrawn at the request of the holder.";

let issuer: TestOrganization;

beforeAll(async () => {
  issuer = await createTestOrganization();
});

/** A badge with copies of it as somebody else keeps them, whose earner was erased afterwards. */
async function createErasedCopies() {
  const name = `Quorrax${nextSerial()}`;
  const earner = await createEarner(`${name.toLowerCase()}@example.org`);
  const { id } = await issueAcceptedBadge(issuer, earner, false, { issued_to_last_name: name });
  const credential = (await fetchDocument(credentialPath(id))).json;
  const token = (await fetchDocument(`${credentialPath(id)}.jwt`)).bytes.toString();
  const image = (await fetchDocument(`${assertionPath(id)}/image`)).bytes;
  const assertion = (await fetchDocument(assertionPath(id))).json;
  for (const copy of [credential, assertion]) expect(copy.id).toBeDefined();
  expect(await verifyByApi({ credential })).toMatchObject({ status: "valid" });
  await erasePerson(await findPerson({ user: earner.id }), "operator");
  return { id, name, credential, token, image, assertion };
}

const says = (data: unknown, name: string): boolean =>
  JSON.stringify(data).toLowerCase().includes(name.toLowerCase());

describe("a copy of a badge whose person was erased", () => {
  it("is revoked: the credential of Open Badges 3.0, as JSON and as a token, in the published list", async () => {
    const { credential, token, name } = await createErasedCopies();
    for (const copy of [credential, token]) {
      const report = await verifyByApi({ credential: copy });
      expect(report).toMatchObject({ status: "revoked", issued_here: true });
      expect(says({ ...report, credential: null }, name)).toBe(false);
    }
    const { credentialStatus } = credential;
    const { json } = await fetchDocument(credentialStatus.statusListCredential);
    const list = await decodeList({ encodedList: json.credentialSubject.encodedList });
    expect(list.getStatus(Number(credentialStatus.statusListIndex))).toBe(true);
  });

  it("is revoked: the assertion of Open Badges 2.0 and its baked image, with a reason and without the person", async () => {
    const { id, name, image, assertion } = await createErasedCopies();
    const { status, json } = await fetchDocument(String(assertion.id));
    expect([status, json]).toEqual([
      410,
      {
        "@context": "https://w3id.org/openbadges/v2",
        id: assertion.id,
        type: "Assertion",
        revoked: true,
        revocationReason: REASON,
      },
    ]);
    const baked = await verifyByApi({ file: image.toString("base64") });
    expect(baked.status).toBe("revoked");
    expect(says(baked, name)).toBe(false);
    const gone = await fetchDocument(`${assertionPath(id)}/image`);
    expect([gone.status, gone.bytes.toString()]).toEqual([
      410,
      expect.stringContaining("This badge was withdrawn at the request of its holder."),
    ]);
    const signed = await fetchDocument(credentialPath(id));
    expect(signed.status).toBe(410);
    expect(says(signed.bytes.toString(), name)).toBe(false);
  });
});
