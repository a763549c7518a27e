import { createPublicKey, type KeyObject } from "node:crypto";
import { base58 } from "@scure/base";

/** Longest text to decode: a signature of 64 bytes has 88 letters, and the time grows with the square. */
const MAX_LENGTH = 128;
/** The prefix of a Multikey before the 32 bytes of an Ed25519 public key (multicodec 0xed as a varint). */
const ED25519 = Buffer.from([0xed, 0x01]);
const KEY_BYTES = 32;

/** Encodes bytes as `z` and base58 in Bitcoin's alphabet (Multibase). */
export const encodeMultibase = (bytes: Uint8Array): string => `z${base58.encode(bytes)}`;

/** Decodes a text from `encodeMultibase`; null for another base, for invalid letters, and for more than 128 of them. */
export function decodeMultibase(text: string): Buffer | null {
  if (!text.startsWith("z") || text.length > MAX_LENGTH + 1) return null;
  try {
    return Buffer.from(base58.decode(text.slice(1)));
  } catch {
    return null;
  }
}

/** The JWK of an Ed25519 public key (RFC 8037). */
const toPublicJwk = (raw: Uint8Array) =>
  ({ kty: "OKP", crv: "Ed25519", x: Buffer.from(raw).toString("base64url") }) as const;

/** Encodes an Ed25519 public key as `publicKeyMultibase` of a Multikey (Controlled Identifiers 1.0, 2.2.2). */
export const encodeMultikey = (raw: Uint8Array): string => encodeMultibase(Buffer.concat([ED25519, raw]));

/** Decodes the key of a Multikey; null when it is not an Ed25519 key. */
export function decodeMultikey(text: string): KeyObject | null {
  const bytes = decodeMultibase(text);
  if (bytes?.length !== ED25519.length + KEY_BYTES || !bytes.subarray(0, 2).equals(ED25519)) return null;
  return createPublicKey({ key: toPublicJwk(bytes.subarray(2)), format: "jwk" });
}
