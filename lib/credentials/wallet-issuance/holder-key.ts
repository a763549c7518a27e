import type { KeyObject } from "node:crypto";
import { resolveKeyDid } from "@/lib/credentials/proofs/key-dids";
import { readSuiteKey } from "@/lib/credentials/proofs/public-keys";
import type { ProofAlgorithm } from "./metadata";

/** The key of a wallet, the algorithm that it signs with, and the DID that stands for it. */
export type HolderKey = { did: string; algorithm: ProofAlgorithm; publicKey: KeyObject };

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
export async function resolveHolderKey(header: {
  kid?: unknown;
  jwk?: unknown;
  x5c?: unknown;
}): Promise<HolderKey | null> {
  const { kid, jwk, x5c } = header;
  if (x5c !== undefined || (kid === undefined) === (jwk === undefined)) return null;
  if (kid === undefined) return readJwk(jwk);
  return typeof kid === "string" ? resolveKeyId(kid) : null;
}
