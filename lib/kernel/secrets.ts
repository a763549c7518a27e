import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";
import { env } from "./env";
import { createKeyring, type Keyring } from "./keyring";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BODY_LENGTH = 32;
const CHECK_LENGTH = 6;

export type SecretKind =
  "bat" | "bat_test" | "bos" | "boa" | "blt" | "blr" | "blc" | "bwp" | "bwt" | "bwc" | "bwa" | "bwr";

const base62 = (value: number, length: number): string => {
  let text = "";
  for (let rest = value, index = 0; index < length; index += 1, rest = Math.floor(rest / 62)) {
    text = ALPHABET.charAt(rest % 62) + text;
  }
  return text;
};

/** Returns `length` random letters and digits without bias (bytes of 248 and above are discarded). */
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
 * Creates a secret: the letters of its kind, 190 random bits in base62, and their CRC32, so that secret scanners
 * find a leaked one and a mistyped one costs no query.
 */
export function createSecret(kind: SecretKind): string {
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
export const isSameDigest = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && timingSafeEqual(one, other);

/** Compares two secrets of any length in constant time. */
export const isSameSecret = (one: string, other: string): boolean => isSameDigest(digest(one), digest(other));

let cachedKeyring: Keyring | undefined;

/** The keys of this installation. Subkeys are derived once per process. */
export function getKeyring(): Keyring {
  cachedKeyring ??= createKeyring(env().ENCRYPTION_KEY, env().ENCRYPTION_KEY_PREVIOUS);
  return cachedKeyring;
}

/** Replaces the keys of this process, for the operator's command that creates a new one (decision 0096). */
export function replaceKeys(current: Buffer, previous: Buffer[]): void {
  cachedKeyring = createKeyring(current, previous);
}

/**
 * Defines an encrypted column. A value can be decrypted only in its own row, `row` being the value of the column `key`
 * there. A value that was copied to another row or column is rejected. `boundTo` is the table for which the values were
 * encrypted, if they have moved since.
 */
export const defineEncryptedColumn = (table: string, column: string, key = "id", boundTo = table) => ({
  table,
  column,
  key,
  /** What a value is bound to besides its row. */
  binding: `${boundTo}.${column}`,
  encrypt: (text: string, row: string): Buffer<ArrayBuffer> =>
    getKeyring().encrypt(text, `${boundTo}.${column}`, row),
  decrypt: (bytes: Uint8Array, row: string): string =>
    getKeyring().decrypt(bytes, `${boundTo}.${column}`, row),
});

export type EncryptedColumn = ReturnType<typeof defineEncryptedColumn>;

/**
 * Creates a token for one purpose and subject only: an HMAC under a key that is derived from ENCRYPTION_KEY for this
 * purpose. Nothing is stored, and a database dump reveals none.
 */
export const createPurposeToken = (purpose: string, subject: string): string =>
  getKeyring().sign(purpose, subject);

/**
 * Verifies a token from `createPurposeToken` in constant time. Links that were mailed before keys had subkeys still
 * work.
 */
export const isPurposeToken = (token: string, purpose: string, subject: string): boolean =>
  getKeyring().isSigned(token, purpose, subject);

/** A salt for published documents. It changes for a subject only when ENCRYPTION_KEY is replaced. */
export const derivePublishedSalt = (purpose: string, subject: string): string =>
  getKeyring().signLegacy(purpose, subject).slice(0, 22);
