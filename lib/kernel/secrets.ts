import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";
import { env } from "./env";
import { createKeyring, type Keyring } from "./keyring";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BODY_LENGTH = 32;
const CHECK_LENGTH = 6;

export type SecretKind = "bat" | "bos" | "boa" | "blt" | "blr" | "blc";

const base62 = (value: number, length: number): string => {
  let text = "";
  for (let rest = value, index = 0; index < length; index += 1, rest = Math.floor(rest / 62)) {
    text = ALPHABET.charAt(rest % 62) + text;
  }
  return text;
};

/** `length` random letters and digits without bias (bytes of 248 and above are thrown away). */
export function randomText(length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += ALPHABET.charAt(byte % 62);
    }
  }
  return text;
}

/**
 * A new secret: the three letters of its kind, 190 random bits in base62, and their CRC32, so that secret scanners find a
 * leaked one and a mistyped one costs no query.
 */
export function newSecret(kind: SecretKind): string {
  const body = `${kind}_${randomText(BODY_LENGTH)}`;
  return body + base62(crc32(body), CHECK_LENGTH);
}

/** True when `text` has the form and the checksum of a secret of this kind. */
export function isWellFormedSecret(kind: SecretKind, text: string): boolean {
  if (text.length !== kind.length + 1 + BODY_LENGTH + CHECK_LENGTH || !text.startsWith(`${kind}_`))
    return false;
  const body = text.slice(0, -CHECK_LENGTH);
  return base62(crc32(body), CHECK_LENGTH) === text.slice(-CHECK_LENGTH);
}

/** SHA-256, by which secrets are looked up. */
export const digest = (text: string | Buffer): Buffer<ArrayBuffer> =>
  createHash("sha256").update(text).digest();

/** Compares two digests of equal length in constant time. */
export const sameDigest = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && timingSafeEqual(one, other);

/** Compares two secrets of any length in constant time. */
export const isSameSecret = (one: string, other: string): boolean => sameDigest(digest(one), digest(other));

let derived: Keyring | undefined;

/** The keys of this installation; subkeys are derived once in a process. */
export function keyring(): Keyring {
  derived ??= createKeyring(env().ENCRYPTION_KEY, env().ENCRYPTION_KEY_PREVIOUS);
  return derived;
}

/**
 * A column whose values are encrypted. A value can be read in its own row alone, `row` being the value of the column
 * `key` there: copied to another row or column it is refused.
 */
export const encryptedColumn = (table: string, column: string, key = "id") => ({
  table,
  column,
  key,
  encrypt: (text: string, row: string): Buffer<ArrayBuffer> =>
    keyring().encrypt(text, `${table}.${column}`, row),
  decrypt: (bytes: Uint8Array, row: string): string => keyring().decrypt(bytes, `${table}.${column}`, row),
});

export type EncryptedColumn = ReturnType<typeof encryptedColumn>;

/**
 * A token that proves knowledge of nothing but this purpose and subject: an HMAC under a key derived from
 * ENCRYPTION_KEY for this purpose, so nothing is stored and a database dump reveals none.
 */
export const purposeToken = (purpose: string, subject: string): string => keyring().sign(purpose, subject);

/** Checks a `purposeToken` in constant time; links that were mailed before keys had subkeys still hold. */
export const isPurposeToken = (token: string, purpose: string, subject: string): boolean =>
  keyring().isSigned(token, purpose, subject);

/** A salt that stays the same for a subject, because documents that hold it are published. */
export const publishedSalt = (purpose: string, subject: string): string =>
  keyring().signAsBefore(purpose, subject).slice(0, 22);
