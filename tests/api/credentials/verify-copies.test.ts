import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { createTestOrganization, type TestOrganization } from "../../support/builders";
import { alterCopy } from "../../support/credentials/altered-copy";
import type { Json } from "../../support/credentials/foreign-credentials";
import {
  credentialPath,
  fetchDocument,
  fetchOwnCredential,
} from "../../support/credentials/open-badge-documents";
import { reasonsOf, verify } from "../../support/credentials/verify-request";
import { obtainWalletToken, takeCredential } from "../../support/credentials/wallet";
import { CONFIGURATIONS, createWalletKey, type WalletKey } from "../../support/credentials/wallet-key";
import { createEarner, issueAcceptedBadge, type TestEarner } from "../../support/accounts/earners";
import { sql } from "../../support/platform/database";

// Copies of our own badges: those in wallets, which have ids of their own and are known by a digest, and those without a proof.

const [AS_JSON, AS_TOKEN] = CONFIGURATIONS;

let organization: TestOrganization;
let earner: TestEarner;
let key: WalletKey;

beforeAll(async () => {
  organization = await createTestOrganization("Open University");
  earner = await createEarner();
  key = await createWalletKey();
});

/** Takes a badge into a wallet. Returns the copy and the badge's id. */
async function takeCopy<Form = Json>(configuration: string = AS_JSON) {
  const { id } = await issueAcceptedBadge(organization, earner);
  const copy = await takeCredential(await obtainWalletToken(earner, id), key, configuration);
  return { badgeId: id, copy: copy as Form };
}

const revoke = (id: string) => organization.client.put(`/badges/${id}/revoke`, { reason: "Wrong." });

const GENUINE = { status: "valid", issued_here: true, differences: [] };

describe("a copy in a wallet", () => {
  it.each(CONFIGURATIONS)("is from here as it was signed (%s), and revoked with its badge", async (form) => {
    const { badgeId, copy } = await takeCopy(form);
    expect(await verify(copy)).toMatchObject(GENUINE);
    await revoke(badgeId);
    expect(await verify(copy)).toMatchObject({ status: "revoked", issued_here: true });
  });

  it("is from here in any order of its members, with one of its proofs or both", async () => {
    const { copy } = await takeCopy();
    const turned = Object.fromEntries(Object.entries(copy).toReversed());
    const proofs = copy.proof as Json[];
    for (const one of [turned, ...proofs.map((proof) => ({ ...copy, proof }))])
      expect(await verify(one)).toMatchObject(GENUINE);
  });

  it.each(CONFIGURATIONS)("is refused when a byte of a name is another one (%s)", async (form) => {
    const { copy } = await takeCopy(form);
    const result = await verify(alterCopy(copy));
    expect([result.status, reasonsOf(result)[0]]).toEqual(["altered", "differs"]);
  });

  it("is refused when it says the same in other JSON, which its signature by RDF allows", async () => {
    const { copy } = await takeCopy();
    const proof = (copy.proof as Json[]).find(({ cryptosuite }) => cryptosuite === "eddsa-rdfc-2022");
    const rewritten = structuredClone({ ...copy, proof }) as Json;
    expect(await verify(rewritten)).toMatchObject(GENUINE);
    // A list of one is the same statement as its only value.
    rewritten.credentialSubject.type = rewritten.credentialSubject.type[0];
    const result = await verify(rewritten);
    expect([result.status, reasonsOf(result)]).toEqual(["altered", ["differs"]]);
  });

  it("is refused when our records have another digest, and read by its signature when they have none", async () => {
    const { copy } = await takeCopy();
    const setDigest = (digest: Buffer | null) =>
      sql("UPDATE wallet_copies SET content_digest = $2 WHERE id = $1", [
        String(copy.id).replace("urn:uuid:", ""),
        digest,
      ]);
    await setDigest(Buffer.alloc(32, 7));
    const result = await verify(copy);
    expect([result.status, reasonsOf(result)]).toEqual(["altered", ["differs"]]);
    await setDigest(null);
    expect(await verify(copy)).toMatchObject(GENUINE);
    expect((await verify(alterCopy(copy))).status).toBe("altered");
  });

  it("is not from here under an id that we gave to no copy, and altered under the id of another copy", async () => {
    const [{ copy }, { copy: other }] = [await takeCopy(), await takeCopy()];
    expect(await verify({ ...copy, id: `urn:uuid:${randomUUID()}` })).toMatchObject({
      status: "altered",
      issued_here: false,
    });
    expect((await verify({ ...copy, id: other.id as string })).status).toBe("altered");
  });

  it("is not valid without its proof, whether its badge is revoked or not", async () => {
    const { badgeId, copy } = await takeCopy();
    const { proof: _proof, ...rest } = copy;
    for (const end of [() => Promise.resolve(), () => revoke(badgeId)]) {
      await end();
      for (const bare of [rest, { ...rest, proof: [] }]) {
        const result = await verify(bare);
        expect(result.status).toBe("unverifiable");
        expect(reasonsOf(result)).toContain("unsigned");
      }
    }
  });

  it("is not valid as a token whose signature is another one's", async () => {
    const [{ copy }, { copy: other }] = [await takeCopy<string>(AS_TOKEN), await takeCopy<string>(AS_TOKEN)];
    const [header, payload] = copy.split(".");
    const [, , signature] = other.split(".");
    expect((await verify([header, payload, signature].join("."))).status).toBe("altered");
  });
});

it("a credential is revoked when its earner has given the badge back", async () => {
  const { id } = await issueAcceptedBadge(organization, earner);
  const token = (await fetchDocument(`${credentialPath(id)}.jwt`)).bytes.toString();
  const credential = await fetchOwnCredential(earner, id);
  const copies = [credential, { ...credential, proof: [credential.proof].flat()[0] as Json }, token];
  for (const copy of copies) expect((await verify(copy)).status).toBe("valid");
  expect((await earner.client.post(`/badges/${id}/reject`)).status).toBe(200);
  for (const copy of copies) expect((await verify(copy)).status).toBe("revoked");
});

it("a token of a public badge without a signature of ours is altered, whatever it says", async () => {
  const { id } = await issueAcceptedBadge(organization, earner);
  const { proof: _proof, ...bare } = (await fetchDocument(credentialPath(id))).json as Json;
  const encode = (part: Json): string => Buffer.from(JSON.stringify(part)).toString("base64url");
  const claims = { iss: "did:web:evil.example", sub: "did:key:z6MkEvil", exp: 9_999_999_999, nbf: 1 };
  for (const header of [
    { alg: "none" },
    { alg: "HS256" },
    { alg: "ES512" },
    { alg: "ES256", crit: ["x"], x: 1 },
    { alg: "ES256", typ: "logout+jwt" },
  ])
    for (const payload of [bare, { ...bare, ...claims }])
      expect((await verify(`${encode(header)}.${encode(payload)}.AAAA`)).status).toBe("altered");
});

describe("a credential of a badge of this service without a proof", () => {
  const bareCopies = ({ proof: _proof, ...rest }: Json): Json[] => [rest, { ...rest, proof: [] }];

  it("is valid by our records when the badge is public, and revoked when they say so", async () => {
    const { id } = await issueAcceptedBadge(organization, earner);
    const { json } = await fetchDocument(credentialPath(id));
    for (const copy of bareCopies(json)) expect((await verify(copy)).status).toBe("valid");
    await revoke(id);
    for (const copy of bareCopies(json))
      expect(await verify(copy)).toMatchObject({
        status: "revoked",
        issued_here: true,
        badge: { earner: null },
        revocation: { reason: "Wrong." },
      });
  });

  it("says nothing of a private badge, also when it is revoked", async () => {
    const { id } = await issueAcceptedBadge(organization, earner, true);
    const copies = bareCopies(await fetchOwnCredential(earner, id));
    for (const copy of copies)
      expect(await verify(copy)).toMatchObject({ status: "unverifiable", badge: null });
    await revoke(id);
    for (const copy of copies) {
      const result = await verify(copy);
      expect(result).toMatchObject({ badge: null, issuer: null, revocation: null });
      expect(result.status).not.toBe("valid");
    }
  });
});
