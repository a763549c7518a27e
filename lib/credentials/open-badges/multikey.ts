import { createPublicKey, type KeyObject } from "node:crypto";

const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
/** Longest text that is decoded: a signature of 64 bytes has 88 letters, and the work grows with the square. */
const MOST_LETTERS = 128;
/** What a Multikey has before the 32 bytes of an Ed25519 public key (multicodec 0xed as a varint). */
const ED25519 = Buffer.from([0xed, 0x01]);
const KEY_BYTES = 32;

/** `z` and the bytes in base58 as Bitcoin spells it (Multibase). */
export function multibase(bytes: Uint8Array): string {
  let rest = BigInt(`0x0${Buffer.from(bytes).toString("hex")}`);
  let text = "";
  for (; rest > 0n; rest /= 58n) text = ALPHABET.charAt(Number(rest % 58n)) + text;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return `z${ALPHABET.charAt(0).repeat(zeros < 0 ? bytes.length : zeros)}${text}`;
}

/** Undoes `multibase`; null for another base, for letters outside of it, and for more than 128 of them. */
export function fromMultibase(text: string): Buffer | null {
  const letters = text.slice(1).split("");
  if (!text.startsWith("z") || letters.length > MOST_LETTERS) return null;
  const values = letters.map((letter) => ALPHABET.indexOf(letter));
  if (values.includes(-1)) return null;
  const number = values.reduce((sum, value) => sum * 58n + BigInt(value), 0n);
  const hex = number === 0n ? "" : number.toString(16);
  const zeros = values.findIndex((value) => value !== 0);
  const leading = Buffer.alloc(zeros < 0 ? values.length : zeros);
  return Buffer.concat([leading, Buffer.from(hex.length % 2 ? `0${hex}` : hex, "hex")]);
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
