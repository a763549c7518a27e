import { exportJWK, generateKeyPair } from "jose";
import { beforeAll, describe, expect, it } from "vitest";
import { createTestOrganization } from "../../support/builders";
import { createWalletKey, type WalletKey } from "../../support/credentials/wallet-key";
import {
  buildCredentialRequest,
  obtainWalletToken,
  requestCredential,
  requestNonce,
  signProof,
} from "../../support/credentials/wallet";
import { stopClock } from "../../support/delivery/outbox";
import { ORIGIN } from "../../support/http/client";
import { createEarner, issueAcceptedBadge } from "../../support/accounts/earners";

// Proofs of possession (OpenID4VCI 1.0, Appendix F.1 and F.4). A refused proof leaves the token as it was, so all tests
// share one, except those that take a credential.

let token: string;
let obtainToken: () => Promise<string>;
let key: WalletKey;
let p256: WalletKey;

beforeAll(async () => {
  const organization = await createTestOrganization("Open University");
  const earner = await createEarner();
  const { id } = await issueAcceptedBadge(organization, earner);
  obtainToken = () => obtainWalletToken(earner, id);
  token = await obtainToken();
  [key, p256] = [await createWalletKey("EdDSA"), await createWalletKey("ES256")];
});

const requestWith = async (proof: string, given = token) => {
  const { status, body } = await requestCredential(given, buildCredentialRequest(proof));
  return { status, ...body } as { status: number; error?: string; credentials?: { credential: object }[] };
};

const expectRefused = async (proof: string, error = "invalid_proof") => {
  const answer = await requestWith(proof);
  expect([answer.status, answer.error], JSON.stringify(answer)).toEqual([400, error]);
};

describe("the holder of a credential", () => {
  it.each([
    [
      "a did:key of Ed25519",
      () => key,
      (one: WalletKey) => ({ kid: one.didKeyUrl }),
      (one: WalletKey) => one.didKey,
    ],
    [
      "a did:key of P-256",
      () => p256,
      (one: WalletKey) => ({ kid: one.didKeyUrl }),
      (one: WalletKey) => one.didKey,
    ],
    [
      "a did:jwk of Ed25519",
      () => key,
      (one: WalletKey) => ({ kid: one.didJwkUrl }),
      (one: WalletKey) => one.didJwk,
    ],
    [
      "a did:jwk of P-256",
      () => p256,
      (one: WalletKey) => ({ kid: one.didJwkUrl }),
      (one: WalletKey) => one.didJwk,
    ],
  ] as const)("is %s", async (_name, get, header, did) => {
    const wallet = get();
    const proof = await signProof(wallet, await requestNonce(), { header: header(wallet) });
    const { credentials } = await requestWith(proof, await obtainToken());
    expect(credentials).toMatchObject([{ credential: { credentialSubject: { id: did(wallet) } } }]);
  });

  it("is the did:jwk of a jwk, without members that say nothing about the key", async () => {
    for (const wallet of [key, p256]) {
      const jwk = { ...wallet.jwk, use: "sig", kid: "my key" };
      const proof = await signProof(wallet, await requestNonce(), { header: { kid: undefined, jwk } });
      const { credentials } = await requestWith(proof, await obtainToken());
      const [{ credential } = { credential: {} }] = credentials ?? [];
      const { id } = (credential as { credentialSubject: { id: string } }).credentialSubject;
      const encoded = id.replace("did:jwk:", "");
      const { kty, crv, x, y } = wallet.jwk;
      expect(JSON.parse(Buffer.from(encoded, "base64url").toString())).toEqual(
        y === undefined ? { kty, crv, x } : { kty, crv, x, y },
      );
    }
  });
});

describe("a proof is refused", () => {
  it("for what is no JWT, or no signed one", async () => {
    for (const proof of ["", "x", "a.b.c", "e30.e30.", "💥", "a".repeat(10_000)]) await expectRefused(proof);
    const claims = Buffer.from(JSON.stringify({ aud: ORIGIN, nonce: await requestNonce() })).toString(
      "base64url",
    );
    const header = { alg: "none", typ: "openid4vci-proof+jwt", kid: key.didKeyUrl };
    await expectRefused(`${Buffer.from(JSON.stringify(header)).toString("base64url")}.${claims}.`);
  });

  it("for another type", async () => {
    const nonce = await requestNonce();
    for (const typ of [undefined, "JWT", "openid4vci-proof", "dpop+jwt"])
      await expectRefused(await signProof(key, nonce, { header: { typ } }));
  });

  it("for a key that did not sign it", async () => {
    const nonce = await requestNonce();
    const [other, otherP256] = [await createWalletKey("EdDSA"), await createWalletKey("ES256")];
    await expectRefused(await signProof(key, nonce, { header: { kid: other.didKeyUrl } }));
    await expectRefused(await signProof(p256, nonce, { header: { kid: otherP256.didJwkUrl } }));
    await expectRefused(await signProof(key, nonce, { header: { kid: undefined, jwk: other.jwk } }));
  });

  it("for a key of another kind than its algorithm", async () => {
    const nonce = await requestNonce();
    await expectRefused(await signProof(key, nonce, { header: { kid: p256.didKeyUrl } }));
    await expectRefused(await signProof(p256, nonce, { header: { kid: key.didKeyUrl } }));
  });

  it("for two keys, no key, a private key, a certificate", async () => {
    const nonce = await requestNonce();
    const privateJwk = await exportJWK(key.privateKey);
    for (const header of [
      { jwk: key.jwk },
      { kid: undefined },
      { kid: undefined, jwk: privateJwk },
      { kid: undefined, jwk: { ...key.jwk, d: "" } },
      { kid: undefined, x5c: ["MIIB"] },
      { x5c: ["MIIB"] },
      { kid: undefined, jwk: "x" },
      { kid: undefined, jwk: null },
      { kid: 1 },
    ])
      await expectRefused(await signProof(key, nonce, { header }));
  });

  it("for a kid that is not the DID URL of the one key of a did:key or did:jwk", async () => {
    const nonce = await requestNonce();
    const multikey = key.didKey.slice("did:key:".length);
    const privateDid = `did:jwk:${Buffer.from(JSON.stringify(await exportJWK(key.privateKey))).toString("base64url")}`;
    for (const kid of [
      "",
      "0",
      key.didKey,
      key.didJwk,
      `${key.didKey}#`,
      `${key.didKey}#0`,
      `${key.didKey}#${p256.didKey.slice("did:key:".length)}`,
      `${key.didJwk}#1`,
      `${privateDid}#0`,
      `did:key:${multikey}0#${multikey}0`,
      `did:key:${multikey.slice(0, -1)}#${multikey.slice(0, -1)}`,
      `did:key:f00#f00`,
      "did:jwk:e30#0",
      "did:jwk:bnVsbA#0",
      `did:jwk:${"A".repeat(2_000)}#0`,
      `did:web:example.org#${multikey}`,
      `${key.didKeyUrl}\n`,
    ])
      await expectRefused(await signProof(key, nonce, { header: { kid } }));
  });

  it("for a point that is not on the curve", async () => {
    const nonce = await requestNonce();
    const y = Buffer.from(p256.jwk.y ?? "", "base64url");
    y.writeUInt8(y.readUInt8(31) ^ 1, 31);
    const jwk = { ...p256.jwk, y: y.toString("base64url") };
    await expectRefused(await signProof(p256, nonce, { header: { kid: undefined, jwk } }));
  });

  it("for keys of other kinds", async () => {
    for (const algorithm of ["ES384", "RS256"]) {
      const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true });
      const wallet = { ...key, algorithm: algorithm as "ES256", privateKey };
      const header = { kid: undefined, jwk: await exportJWK(publicKey) };
      await expectRefused(await signProof(wallet, await requestNonce(), { header }));
    }
  });

  it("for another audience, or none", async () => {
    const nonce = await requestNonce();
    for (const aud of [
      undefined,
      "",
      "https://other.example",
      `${ORIGIN}/`,
      `${ORIGIN}/v1/wallet_issuance/credential`,
    ])
      await expectRefused(await signProof(key, nonce, { payload: { aud } }));
  });

  it("for no time, an old one, and one that is far ahead; not for clocks that differ a little", async () => {
    const nonce = await requestNonce();
    const now = Math.floor(Date.now() / 1_000);
    for (const iat of [undefined, "now", now - 400, now + 120])
      await expectRefused(await signProof(key, nonce, { payload: { iat } }));
    await expectRefused(await signProof(key, nonce, { payload: { exp: now - 90 } }));
    const answer = await requestWith(
      await signProof(key, nonce, { payload: { iat: now + 30 } }),
      await obtainToken(),
    );
    expect(answer.status).toBe(200);
  });

  it("for no nonce; with invalid_nonce for one that is not ours or is too old", async () => {
    const nonce = await requestNonce();
    for (const given of [undefined, 1, null, ["x"]])
      await expectRefused(await signProof(key, nonce, { payload: { nonce: given } }));
    const [seconds = "", random = "", signature = ""] = nonce.split(".");
    for (const given of [
      "",
      "x",
      `${Number(seconds) + 1}.${random}.${signature}`,
      `${seconds}.${random}x.${signature}`,
      `${nonce}.x`,
      `${seconds}.${random}.`,
    ])
      await expectRefused(await signProof(key, given), "invalid_nonce");
    const time = stopClock(new Date(Date.now() + 302_000));
    const iat = Math.floor((Date.now() + 302_000) / 1_000);
    await expectRefused(await signProof(key, nonce, { payload: { iat } }), "invalid_nonce");
    time.restore();
  });
});
