import { createPublicKey, ECDH, type KeyObject } from "node:crypto";
import { z } from "zod";
import { decodeMultibase, decodeMultikey } from "@/lib/credentials/open-badges/multikey";
import type { ProofAlgorithm } from "./metadata";

/** The key of a wallet, the algorithm that it signs with, and the DID that stands for it. */
export type HolderKey = { did: string; algorithm: ProofAlgorithm; publicKey: KeyObject };

/** An Ed25519 key with its members has less than 200 characters as a `did:jwk`, one of P-256 less than 300. */
const MAX_DID_LENGTH = 1_000;
/** The prefix of a P-256 public key in a `did:key` (multicodec 0x1200 as a varint), before a compressed point. */
const P256 = Buffer.from([0x80, 0x24]);
const POINT_BYTES = 33;
const COORDINATE_BYTES = 32;

const coordinate = () => z.string().regex(/^[\w-]{43}$/);
const PublicJwk = z.discriminatedUnion("crv", [
  z.object({ crv: z.literal("Ed25519"), kty: z.literal("OKP"), x: coordinate() }),
  z.object({
    crv: z.literal("P-256"),
    kty: z.literal("EC"),
    x: coordinate(),
    y: coordinate(),
  }),
]);
type PublicJwk = z.infer<typeof PublicJwk>;

/** A private key must not be in a proof (OpenID4VCI 1.0, Appendix F.4). */
const isPrivate = (value: unknown): boolean => typeof value === "object" && value !== null && "d" in value;

const ALGORITHMS = { Ed25519: "EdDSA", "P-256": "ES256" } as const satisfies Record<string, ProofAlgorithm>;

const encodeDidJwk = (jwk: PublicJwk): string =>
  `did:jwk:${Buffer.from(JSON.stringify(jwk)).toString("base64url")}`;

/** Reads a public JWK of Ed25519 or P-256; null for all others, and for a private one. `did` stands for it by default. */
function readJwk(value: unknown, did?: string): HolderKey | null {
  const { data: jwk } = PublicJwk.safeParse(value);
  if (!jwk || isPrivate(value)) return null;
  try {
    const publicKey = createPublicKey({ key: jwk, format: "jwk" });
    return { did: did ?? encodeDidJwk(jwk), algorithm: ALGORITHMS[jwk.crv], publicKey };
  } catch {
    // A point that is not on the curve.
    return null;
  }
}

function decompressPoint(point: Buffer): Buffer | null {
  try {
    return ECDH.convertKey(point, "prime256v1", undefined, undefined, "uncompressed") as Buffer;
  } catch {
    return null;
  }
}

/** Resolves a `did:key` (W3C CCG, did:key Method) of Ed25519 or P-256. */
function resolveDidKey(did: string, multikey: string): HolderKey | null {
  const edwards = decodeMultikey(multikey);
  if (edwards) return { did, algorithm: "EdDSA", publicKey: edwards };
  const bytes = decodeMultibase(multikey);
  if (bytes?.length !== P256.length + POINT_BYTES || !bytes.subarray(0, P256.length).equals(P256))
    return null;
  const point = decompressPoint(bytes.subarray(P256.length));
  if (!point) return null;
  const encode = (start: number) => point.subarray(start, start + COORDINATE_BYTES).toString("base64url");
  return readJwk({ kty: "EC", crv: "P-256", x: encode(1), y: encode(1 + COORDINATE_BYTES) }, did);
}

/** Resolves a `did:jwk` (did:jwk Method): the DID is the JWK in base64url. */
function resolveDidJwk(did: string, encoded: string): HolderKey | null {
  try {
    return readJwk(JSON.parse(Buffer.from(encoded, "base64url").toString()), did);
  } catch {
    return null;
  }
}

/** Resolves the DID URL of a key. The only key of a `did:jwk` is `#0`, the one of a `did:key` is named like it. */
function resolveKeyId(kid: string): HolderKey | null {
  if (kid.length > MAX_DID_LENGTH) return null;
  const [, did = "", method, id = "", fragment] = /^(did:(key|jwk):([\w-]+))#([\w-]+)$/.exec(kid) ?? [];
  if (method === "key") return fragment === id ? resolveDidKey(did, id) : null;
  return method === "jwk" && fragment === "0" ? resolveDidJwk(did, id) : null;
}

/**
 * Resolves the key in the header of a proof (OpenID4VCI 1.0, Appendix F.1): `kid`, the DID URL of a `did:key` or
 * `did:jwk`, or `jwk`, for which its `did:jwk` stands. Returns null for other keys, and unless there is exactly one.
 */
export function resolveHolderKey(header: { kid?: unknown; jwk?: unknown; x5c?: unknown }): HolderKey | null {
  const { kid, jwk, x5c } = header;
  if (x5c !== undefined || (kid === undefined) === (jwk === undefined)) return null;
  if (kid === undefined) return readJwk(jwk);
  return typeof kid === "string" ? resolveKeyId(kid) : null;
}
