import { base58 } from "@scure/base";
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT, type JWK, type CryptoKey } from "jose";

// What a wallet does by itself, for tests of every runner.

export const PRE_AUTHORIZED = "urn:ietf:params:oauth:grant-type:pre-authorized_code";
export const CONFIGURATIONS = ["OpenBadgeCredential_ldp_vc", "OpenBadgeCredential_jwt_vc_json"] as const;

/** Reads the offer in a link, as a wallet does. */
export const readOffer = (link: string) =>
  JSON.parse(new URL(link).searchParams.get("credential_offer") ?? "") as {
    credential_issuer: string;
    credential_configuration_ids: string[];
    grants: Record<string, { "pre-authorized_code": string; tx_code: object }>;
  };

export type WalletKey = {
  algorithm: "EdDSA" | "ES256";
  privateKey: CryptoKey;
  jwk: JWK;
  /** The DIDs that stand for the key, with the DID URLs that name it. */
  didKey: string;
  didKeyUrl: string;
  didJwk: string;
  didJwkUrl: string;
};

const fromBase64 = (text = ""): Buffer => Buffer.from(text, "base64url");

/** Encodes a key as in the did:key method: multicodec and the raw key, or the compressed point. */
function encodeMultikey({ crv, x, y }: JWK): string {
  if (crv === "Ed25519") return `z${base58.encode(Buffer.concat([Buffer.of(0xed, 0x01), fromBase64(x)]))}`;
  const sign = (fromBase64(y).at(-1) ?? 0) % 2 === 0 ? 0x02 : 0x03;
  return `z${base58.encode(Buffer.concat([Buffer.of(0x80, 0x24, sign), fromBase64(x)]))}`;
}

/** Creates the key of a wallet. */
export async function createWalletKey(algorithm: WalletKey["algorithm"] = "EdDSA"): Promise<WalletKey> {
  const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true });
  const jwk = await exportJWK(publicKey);
  // The thumbprint fails for a key that lacks a member.
  await calculateJwkThumbprint(jwk);
  const multikey = encodeMultikey(jwk);
  const didKey = `did:key:${multikey}`;
  const didJwk = `did:jwk:${Buffer.from(JSON.stringify(jwk)).toString("base64url")}`;
  const urls = { didKeyUrl: `${didKey}#${multikey}`, didJwkUrl: `${didJwk}#0` };
  return { algorithm, privateKey, jwk, didKey, didJwk, ...urls };
}

export type ProofChanges = { header?: Record<string, unknown>; payload?: Record<string, unknown> };

/** Signs a proof of possession for this issuer. A member that is undefined is left out. */
export async function signProofFor(
  aud: string,
  key: WalletKey,
  nonce: string,
  { header, payload }: ProofChanges = {},
): Promise<string> {
  const claims = { aud, iat: Math.floor(Date.now() / 1_000), nonce, ...payload };
  const given = { alg: key.algorithm, typ: "openid4vci-proof+jwt", kid: key.didKeyUrl, ...header };
  return new SignJWT(JSON.parse(JSON.stringify(claims)) as typeof claims)
    .setProtectedHeader(JSON.parse(JSON.stringify(given)) as typeof given)
    .sign(key.privateKey);
}
