import { decodeList } from "@digitalbazaar/vc-bitstring-status-list";
import { compactVerify, createLocalJWKSet, decodeJwt } from "jose";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { eraseDeletedBadges } from "@/lib/badges/issued/jobs";
import { env } from "@/lib/kernel/env";
import { createTestOrganization, type TestOrganization } from "../../support/builders";
import { fetchDocument } from "../../support/credentials/open-badge-documents";
import { CONFIGURATIONS, createWalletKey, type WalletKey } from "../../support/credentials/wallet-key";
import {
  buildCredentialRequest,
  expectWalletError,
  obtainWalletToken,
  offerBadge,
  requestCredential,
  requestNonce,
  requestWalletToken,
  signProof,
  takeCredential,
} from "../../support/credentials/wallet";
import { stopClock } from "../../support/delivery/outbox";
import {
  createEarner,
  createPersonClient,
  issueAcceptedBadge,
  type TestEarner,
} from "../../support/accounts/earners";
import { countQueries, sql } from "../../support/platform/database";
import type { Json } from "../../support/credentials/foreign-credentials";
import { verifyByApi } from "../../support/credentials/verify-request";

let organization: TestOrganization;
let earner: TestEarner;
let key: WalletKey;

beforeAll(async () => {
  organization = await createTestOrganization("Open University");
  earner = await createEarner();
  key = await createWalletKey();
});

const issue = async (isPrivate = false): Promise<string> =>
  (await issueAcceptedBadge(organization, earner, isPrivate)).id;

const later = (minutes: number) => stopClock(new Date(Date.now() + minutes * 60_000));

describe("the credential endpoint", () => {
  const ask = async (token: string | null, changes: object = {}) => {
    const proof = await signProof(key, await requestNonce());
    return requestCredential(token, { ...buildCredentialRequest(proof), ...changes });
  };

  it("issues the badge to the key of the wallet, with its own id and without the address", async () => {
    const id = await issue(true);
    const credential = (await takeCredential(await obtainWalletToken(earner, id), key)) as {
      id: string;
      credentialSubject: { id: string; achievement: { name: string } };
    };
    expect(credential.id).toMatch(/^urn:uuid:[0-9a-f-]{36}$/);
    expect(credential.credentialSubject.id).toBe(key.didKey);
    expect(Object.keys(credential.credentialSubject).toSorted()).toEqual(["achievement", "id", "type"]);
    const { data } = await earner.client.get(`/badges/${id}`);
    expect(credential.credentialSubject.achievement.name).toBe(data.badge_template.name);
    expect(JSON.stringify(credential)).not.toContain(earner.email);
  });

  it("issues a JWT that the organization's key signed, for a did:jwk", async () => {
    const wallet = await createWalletKey("ES256");
    const token = await obtainWalletToken(earner, await issue());
    const proof = await signProof(wallet, await requestNonce(), { header: { kid: wallet.didJwkUrl } });
    const { status, body } = await requestCredential(token, buildCredentialRequest(proof, CONFIGURATIONS[1]));
    expect(status).toBe(200);
    const [{ credential: jwt } = { credential: "" }] = body.credentials as { credential: string }[];
    const claims = decodeJwt<{ id: string; issuer: { id: string }; credentialSubject: { id: string } }>(jwt);
    expect([claims.sub, claims.credentialSubject.id]).toEqual([wallet.didJwk, wallet.didJwk]);
    expect([claims.jti, claims.iss]).toEqual([claims.id, claims.issuer.id]);
    const { json } = await fetchDocument(`/v1/obi/v3/issuers/${organization.id}/did.json`);
    const keys = (json.verificationMethod as { id: string; publicKeyJwk?: object }[]).flatMap(
      ({ id, publicKeyJwk }) => (publicKeyJwk ? [{ ...publicKeyJwk, kid: id }] : []),
    );
    await compactVerify(jwt, createLocalJWKSet({ keys } as Parameters<typeof createLocalJWKSet>[0]));
  });

  it("is valid on our own verification page, until the badge is revoked", async () => {
    const id = await issue();
    const credential = (await takeCredential(await obtainWalletToken(earner, id), key)) as Json;
    expect(await verifyByApi({ credential })).toMatchObject({
      status: "valid",
      issued_here: true,
      badge: { earner: key.didKey },
      issuer: { name: "Open University" },
    });
    expect(await verifyByApi({ credential: { ...credential, name: "Doctor" } })).toMatchObject({
      status: "altered",
    });
    await organization.client.put(`/badges/${id}/revoke`, { reason: "Issued by mistake." });
    expect(await verifyByApi({ credential })).toMatchObject({ status: "revoked", issued_here: true });
  });

  it("is revoked with its badge", async () => {
    const id = await issue();
    const token = await obtainWalletToken(earner, id);
    const { credentialStatus } = (await takeCredential(token, key)) as {
      credentialStatus: { statusListCredential: string; statusListIndex: string };
    };
    const readBit = async () => {
      const { json } = await fetchDocument(credentialStatus.statusListCredential);
      const list = await decodeList({ encodedList: json.credentialSubject.encodedList });
      return list.getStatus(Number(credentialStatus.statusListIndex));
    };
    expect(await readBit()).toBe(false);
    await organization.client.put(`/badges/${id}/revoke`, { reason: "A mistake" });
    expect(await readBit()).toBe(true);
    expectWalletError(await ask(token), "invalid_token", 401);
  });

  it("gives four credentials, and then credential_request_denied", async () => {
    const token = await obtainWalletToken(earner, await issue());
    for (const configuration of [...CONFIGURATIONS, ...CONFIGURATIONS])
      await takeCredential(token, key, configuration);
    expectWalletError(await ask(token), "credential_request_denied");
  });

  it("verifies and signs nothing for an offer that is used up", async () => {
    const token = await obtainWalletToken(earner, await issue());
    for (const configuration of [...CONFIGURATIONS, ...CONFIGURATIONS])
      await takeCredential(token, key, configuration);
    const proof = await signProof(key, await requestNonce());
    const request = () => requestCredential(token, buildCredentialRequest(proof));
    // The token and the limit. The keys and the badge would be read for a signature.
    expect(await countQueries(request)).toBeLessThanOrEqual(2);
  });

  it("counts only signed credentials: what fails before costs the offer nothing", async () => {
    const token = await obtainWalletToken(earner, await issue());
    const other = await createWalletKey();
    for (let attempt = 0; attempt < 6; attempt++) {
      const proof = await signProof(other, "not a nonce of ours");
      expectWalletError(await requestCredential(token, buildCredentialRequest(proof)), "invalid_nonce");
    }
    for (const configuration of [...CONFIGURATIONS, ...CONFIGURATIONS])
      await takeCredential(token, key, configuration);
  });

  it("gives no more than four to twelve requests at once, and a badge no more than a hundred", async () => {
    const badge = await issue();
    const token = await obtainWalletToken(earner, badge);
    const proofs = await Promise.all(
      Array.from({ length: 12 }, async () => signProof(key, await requestNonce())),
    );
    await sql(
      `INSERT INTO wallet_copies (id, badge_id, format, holder, nonce_digest, content_digest, issued_at)
       SELECT gen_random_uuid(), $1, 'ldp_vc', 'did:key:earlier', sha256(n::text::bytea), sha256(''), now()
       FROM generate_series(1, 97) AS n`,
      [badge],
    );
    const answers = await Promise.all(
      proofs.map((proof) => requestCredential(token, buildCredentialRequest(proof))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    const [row] = await sql("SELECT count(*)::int AS count FROM wallet_copies WHERE badge_id = $1", [badge]);
    expect(row?.count).toBe(100);
    // Starting again with another offer would not help, so no answer says that.
    for (const { status, body } of answers.filter((one) => one.status !== 200))
      expect([status, body.error_description]).toEqual([400, expect.stringContaining("100 times")]);
  });

  it("answers twenty requests for an offer, wherever they come from, and then 429", async () => {
    const token = await obtainWalletToken(earner, await issue());
    const other = await obtainWalletToken(earner, await issue());
    onTestFinished(() => {
      env().RATE_LIMIT = null;
    });
    env().RATE_LIMIT = 600;
    for (let count = 0; count < 20; count++)
      expectWalletError(await requestCredential(token, {}), "invalid_credential_request");
    const refused = await requestCredential(token, {});
    expect([refused.status, refused.headers.get("ratelimit-policy")]).toEqual([
      429,
      '"wallet-offer-requests";q=20;w=600',
    ]);
    expectWalletError(await requestCredential(other, {}), "invalid_credential_request");
  });

  it("takes a nonce once for each format", async () => {
    const token = await obtainWalletToken(earner, await issue());
    const proof = await signProof(key, await requestNonce());
    for (const configuration of CONFIGURATIONS) {
      const request = buildCredentialRequest(proof, configuration);
      expect((await requestCredential(token, request)).status).toBe(200);
      expectWalletError(await requestCredential(token, request), "invalid_nonce");
    }
  });

  it("makes few queries", async () => {
    const token = await obtainWalletToken(earner, await issue());
    await takeCredential(token, key);
    const proof = await signProof(key, await requestNonce());
    const count = await countQueries(() => requestCredential(token, buildCredentialRequest(proof)));
    // Token, badge, keys, domain, place, endorsements; BEGIN, lock, copies of the badge, copy, count, COMMIT.
    expect(count).toBeLessThanOrEqual(12);
  });

  it("401 invalid_token: no token, a wrong one, one of another kind, an expired one", async () => {
    const missing = await ask(null);
    expectWalletError(missing, "invalid_token", 401);
    expect(missing.headers.get("www-authenticate")).toBe('Bearer realm="badges"');
    const { fields } = await offerBadge(earner, await issue());
    const token = await obtainWalletToken(earner, await issue());
    for (const given of [
      "x",
      `${token}x`,
      fields["pre-authorized_code"],
      "a b",
      organization.authorization_token,
    ]) {
      const refused = await ask(given);
      expectWalletError(refused, "invalid_token", 401);
      expect(refused.headers.get("www-authenticate")).toContain('error="invalid_token"');
    }
    expect((await ask(token)).status).toBe(200);
    const time = later(11);
    expectWalletError(await ask(token), "invalid_token", 401);
    time.restore();
  });

  it.each([
    ["no JSON", "{", "invalid_credential_request"],
    ["a list", "[1]", "invalid_credential_request"],
    ["no configuration", { credential_configuration_id: undefined }, "invalid_credential_request"],
    ["a number as configuration", { credential_configuration_id: 1 }, "invalid_credential_request"],
    ["another configuration", { credential_configuration_id: "Diploma" }, "unknown_credential_configuration"],
    ["an inherited name", { credential_configuration_id: "toString" }, "unknown_credential_configuration"],
    [
      "an identifier",
      { credential_configuration_id: undefined, credential_identifier: "x" },
      "unknown_credential_identifier",
    ],
    ["both", { credential_identifier: "x" }, "invalid_credential_request"],
    ["encryption", { credential_response_encryption: { jwk: {} } }, "invalid_encryption_parameters"],
    ["no proof", { proofs: undefined }, "invalid_proof"],
    ["an empty object of proofs", { proofs: {} }, "invalid_proof"],
    ["an empty list of proofs", { proofs: { jwt: [] } }, "invalid_proof"],
    ["two proofs", { proofs: { jwt: ["a", "b"] } }, "invalid_proof"],
    ["two types of proofs", { proofs: { jwt: ["a"], di_vp: [{}] } }, "invalid_proof"],
    ["another type of proof", { proofs: { di_vp: [{}] } }, "invalid_proof"],
    ["a proof that is no text", { proofs: { jwt: [1] } }, "invalid_proof"],
    ["proofs that are a text", { proofs: "x" }, "invalid_proof"],
    ["the proof of earlier drafts", { proofs: undefined, proof: { proof_type: "jwt" } }, "invalid_proof"],
  ] as const)("400 for %s", async (_name, changes, error) => {
    const token = await obtainWalletToken(earner, await issue());
    const refused =
      typeof changes === "string" ? await requestCredential(token, changes) : await ask(token, changes);
    expectWalletError(refused, error);
    expect((await ask(token)).status).toBe(200);
  });
});

describe("what ends an offer and its token", () => {
  const ends: [string, (badgeId: string, owner: TestEarner) => Promise<unknown>][] = [
    [
      "the revocation of the badge",
      (id) => organization.client.put(`/badges/${id}/revoke`, { reason: "Wrong" }),
    ],
    ["giving the badge back", (id, owner) => owner.client.post(`/badges/${id}/reject`, {})],
    ["the deletion of the badge", (id) => organization.client.delete(`/badges/${id}`)],
    ["the end of all sessions", (_id, owner) => owner.client.delete("/sessions")],
    [
      "a new password",
      (_id, owner) => owner.client.put("/password", { password: "quite a new passphrase 7" }),
    ],
    ["the deletion of the account", (_id, owner) => owner.client.delete("", {})],
  ];

  it.each(ends)("is %s", async (_name, end) => {
    const owner = await createEarner();
    const [one, other] = [
      await issueAcceptedBadge(organization, owner),
      await issueAcceptedBadge(organization, owner),
    ];
    const token = await obtainWalletToken(owner, one.id);
    const { fields } = await offerBadge(owner, one.id);
    expect((await takeCredential(token, key)) as object).toHaveProperty("id");
    const changed = (await end(one.id, owner)) as { status: number; data: unknown };
    expect(changed.status, JSON.stringify(changed.data)).toBeLessThan(300);
    expectWalletError(await requestWalletToken(fields), "invalid_grant");
    const proof = await signProof(key, await requestNonce());
    expectWalletError(await requestCredential(token, buildCredentialRequest(proof)), "invalid_token", 401);
    expect(other.id).not.toBe(one.id);
  });

  it("an account that is deleted leaves no record of its wallets", async () => {
    const owner = await createEarner();
    const { id } = await issueAcceptedBadge(organization, owner);
    await takeCredential(await obtainWalletToken(owner, id), key);
    await offerBadge(owner, id);
    expect((await createPersonClient(owner).delete("", {})).status).toBe(204);
    for (const table of ["wallet_offers", "wallet_copies"])
      expect(await sql(`SELECT FROM ${table} WHERE badge_id = $1`, [id]), table).toEqual([]);
  });

  it("an erased badge leaves none either", async () => {
    const id = await issue();
    await takeCredential(await obtainWalletToken(earner, id), key);
    await organization.client.delete(`/badges/${id}`);
    const time = later(31 * 24 * 60);
    while (await eraseDeletedBadges());
    time.restore();
    for (const table of ["wallet_offers", "wallet_copies"])
      expect(await sql(`SELECT FROM ${table} WHERE badge_id = $1`, [id]), table).toEqual([]);
  });
});
