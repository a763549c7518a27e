import { decodeProtectedHeader, errors, jwtVerify } from "jose";
import { clock } from "@/lib/kernel/clock";
import { badRequest } from "@/lib/kernel/errors";
import { credentialIssuer, PROOF_ALGORITHMS, type ProofAlgorithm } from "./metadata";
import { isFreshNonce } from "./nonce";
import type { KeyObject } from "node:crypto";
import { resolveKeyDid } from "@/lib/credentials/proofs/key-dids";
import { readSuiteKey } from "@/lib/credentials/proofs/public-keys";

/** The key of a wallet, the algorithm that it signs with, and the DID that stands for it. */
type HolderKey = { did: string; algorithm: ProofAlgorithm; publicKey: KeyObject };

/** An Ed25519 key with its members has less than 200 characters as a `did:jwk`, one of P-256 less than 300. */
const MAX_DID_LENGTH = 1_000;

const ALGORITHMS: ReadonlyMap<string, ProofAlgorithm> = new Map([
  ["Ed25519", "EdDSA"],
  ["P-256", "ES256"],
]);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A private key must not be in a proof (OpenID4VCI 1.0, Appendix F.4). */
const isPrivate = ({ publicKeyJwk: jwk }: Record<string, unknown>): boolean => isObject(jwk) && "d" in jwk;

/** Reads the public key of a verification method; null for one that is neither of Ed25519 nor of P-256, or private. */
async function readMethod(did: string, method: Record<string, unknown>): Promise<HolderKey | null> {
  const found = isPrivate(method) ? null : await readSuiteKey(method);
  const algorithm = found && ALGORITHMS.get(found.algorithm);
  return algorithm ? { did, algorithm, publicKey: found.key } : null;
}

/** Resolves the DID URL of a key. A `did:key` and a `did:jwk` have one key, whose name must be given. */
async function resolveKeyId(kid: string): Promise<HolderKey | null> {
  const [did = ""] = kid.split("#");
  const document = kid.length > MAX_DID_LENGTH ? null : resolveKeyDid(did);
  const [method] = [document?.verificationMethod].flat().filter(isObject);
  return method?.id === kid ? readMethod(did, method) : null;
}

/** Encodes a key as `did:jwk`, with the members of the key alone. */
function encodeDidJwk({ publicKey }: HolderKey): string {
  const { kty, crv, x, y } = publicKey.export({ format: "jwk" });
  return `did:jwk:${Buffer.from(JSON.stringify({ kty, crv, x, y })).toString("base64url")}`;
}

async function readJwk(jwk: unknown): Promise<HolderKey | null> {
  const key = await readMethod("", { type: "JsonWebKey", publicKeyJwk: jwk });
  return key && { ...key, did: encodeDidJwk(key) };
}

/**
 * Resolves the key in the header of a proof (OpenID4VCI 1.0, Appendix F.1): `kid`, the DID URL of a `did:key` or
 * `did:jwk`, or `jwk`, for which its `did:jwk` stands. Returns null for other keys, and unless there is exactly one.
 */
async function resolveHolderKey(header: {
  kid?: unknown;
  jwk?: unknown;
  x5c?: unknown;
}): Promise<HolderKey | null> {
  const { kid, jwk, x5c } = header;
  if (x5c !== undefined || (kid === undefined) === (jwk === undefined)) return null;
  if (kid === undefined) return readJwk(jwk);
  return typeof kid === "string" ? resolveKeyId(kid) : null;
}

/** How old a proof may be. Its nonce is at most as old. */
const MAX_AGE_SECONDS = 300;
/** The clock of a wallet may differ by this much. */
const TOLERANCE_SECONDS = 60;

const invalidProof = (message: string) => badRequest("invalid_proof", message);

/** Describes what is wrong with a proof, for developers of wallets. */
function describeFailure(error: unknown): string {
  if (error instanceof errors.JWTExpired) return "The proof has expired or is too old.";
  if (error instanceof errors.JWTClaimValidationFailed) return `The proof has a wrong or no ${error.claim}.`;
  if (error instanceof errors.JWSSignatureVerificationFailed) return "The signature of the proof is wrong.";
  return "The proof is not a valid JWT.";
}

async function readHolderKey(jwt: string): Promise<HolderKey> {
  const header = (() => {
    try {
      return decodeProtectedHeader(jwt);
    } catch {
      throw invalidProof("The proof is not a JWT.");
    }
  })();
  const key = await resolveHolderKey(header);
  if (!key) {
    const message = "The proof must name one key: kid (DID URL of a did:key or did:jwk) or jwk.";
    throw invalidProof(`${message} Keys are Ed25519 or P-256.`);
  }
  if (header.alg === key.algorithm) return key;
  throw invalidProof(`The alg must be one of ${PROOF_ALGORITHMS.join(", ")} and fit the key.`);
}

/**
 * Verifies a proof of possession (OpenID4VCI 1.0, Appendix F.1 and F.4), a JWT that the key in its header signed. Returns
 * the DID of that key, and the nonce. `iss` is not read: wallets are anonymous here, so there is nothing to compare it
 * with. Throws 400 with the code `invalid_proof`, or `invalid_nonce` when only the nonce is wrong.
 */
export async function verifyProof(jwt: string): Promise<{ holder: string; nonce: string }> {
  const { did, algorithm, publicKey } = await readHolderKey(jwt);
  const verified = jwtVerify(jwt, publicKey, {
    algorithms: [algorithm],
    typ: "openid4vci-proof+jwt",
    audience: credentialIssuer(),
    maxTokenAge: MAX_AGE_SECONDS,
    clockTolerance: TOLERANCE_SECONDS,
    currentDate: clock.now(),
  });
  const { payload } = await verified.catch((error: unknown) => {
    throw invalidProof(describeFailure(error));
  });
  const { nonce } = payload;
  if (typeof nonce !== "string") throw invalidProof("The proof has a wrong or no nonce.");
  if (!isFreshNonce(nonce)) throw invalidNonce();
  return { holder: did, nonce };
}

/** 400: the nonce is not ours, is too old, or was used before. The wallet gets another one and repeats its request. */
export const invalidNonce = () =>
  badRequest("invalid_nonce", "The nonce is not valid any more. Request another one.");
