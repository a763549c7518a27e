import { createPublicKey, type KeyObject } from "node:crypto";
import { base58 } from "@scure/base";

/** Longest text that is decoded: a signature of 64 bytes has 88 letters, and the work grows with the square. */
const MOST_LETTERS = 128;
/** What a Multikey has before the 32 bytes of an Ed25519 public key (multicodec 0xed as a varint). */
const ED25519 = Buffer.from([0xed, 0x01]);
const KEY_BYTES = 32;

/** Writes bytes as `z` and base58 as Bitcoin spells it (Multibase). */
export const multibase = (bytes: Uint8Array): string => `z${base58.encode(bytes)}`;

/** Undoes `multibase`; null for another base, for letters outside of it, and for more than 128 of them. */
export function fromMultibase(text: string): Buffer | null {
  if (!text.startsWith("z") || text.length > MOST_LETTERS + 1) return null;
  try {
    return Buffer.from(base58.decode(text.slice(1)));
  } catch {
    return null;
  }
}

/** The JWK of an Ed25519 public key (RFC 8037). */
export const publicJwk = (raw: Uint8Array) =>
  ({ kty: "OKP", crv: "Ed25519", x: Buffer.from(raw).toString("base64url") }) as const;

/** An Ed25519 public key as `publicKeyMultibase` of a Multikey (Controlled Identifiers 1.0, 2.2.2). */
export const multikey = (raw: Uint8Array): string => multibase(Buffer.concat([ED25519, raw]));

/** The key of a Multikey; null when it is none of Ed25519. */
export function keyOfMultikey(text: string): KeyObject | null {
  const bytes = fromMultibase(text);
  if (bytes?.length !== ED25519.length + KEY_BYTES || !bytes.subarray(0, 2).equals(ED25519)) return null;
  return createPublicKey({ key: publicJwk(bytes.subarray(2)), format: "jwk" });
}
