import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";

const VERSION = 1;
const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** An installation key with its derived subkeys. There is one subkey for each purpose, derived once. */
type Key = { raw: Buffer; header: Buffer<ArrayBuffer>; subkey: (purpose: string) => Buffer };

/** HKDF (RFC 5869): a leaked subkey reveals neither the key nor another subkey. */
const derive = (raw: Buffer, purpose: string, length: number): Buffer<ArrayBuffer> =>
  Buffer.from(hkdfSync("sha256", raw, "badges", purpose, length));

function createKey(raw: Buffer): Key {
  const subkeys = new Map<string, Buffer>();
  return {
    raw,
    header: Buffer.concat([Buffer.of(VERSION), derive(raw, "id", KEY_ID_BYTES)]),
    subkey: (purpose) => {
      const known = subkeys.get(purpose) ?? derive(raw, purpose, 32);
      subkeys.set(purpose, known);
      return known;
    },
  };
}

/** What a value is bound to: it can only be decrypted in this row of this column. */
const associatedData = (header: Uint8Array, column: string, row: string): Buffer =>
  Buffer.concat([header, Buffer.from(`${column}:${row}`)]);

function decryptSealed(cipherKey: Buffer, sealed: Buffer, data: Buffer | null): string {
  const decipher = createDecipheriv("aes-256-gcm", cipherKey, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  if (data) decipher.setAAD(data);
  const body = sealed.subarray(NONCE_BYTES + TAG_BYTES);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
}

const hmac = (key: Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();

/** Tokens in the format from before keys had subkeys. */
const legacyToken = (raw: Buffer, purpose: string, subject: string): Buffer =>
  hmac(raw, `${purpose}:${subject}`);

const computeToken = (key: Key, purpose: string, subject: string): Buffer =>
  hmac(key.subkey(`token:${purpose}`), subject);

const isEqualInConstantTime = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other);

/** Encrypts and signs with the first key, and decrypts and verifies with any of them. */
export type Keyring = ReturnType<typeof createKeyring>;

/**
 * Creates a keyring of the `current` key and of previous keys. An encrypted value is a version byte, the id of its key
 * (4 bytes), a nonce (12), the tag (16) and the ciphertext: AES-256-GCM under the subkey of the column, with column and
 * row as associated data. Values from before this format begin with their nonce and use the key itself.
 */
export function createKeyring(current: Buffer, previous: Buffer[] = []) {
  const currentKey = createKey(current);
  const keys = [currentKey, ...previous.map(createKey)];

  const decryptLegacy = (sealed: Buffer): string => {
    for (const { raw } of keys.slice(0, -1)) {
      try {
        return decryptSealed(raw, sealed, null);
      } catch {
        // The tag does not match: another key encrypted it.
      }
    }
    return decryptSealed(keys.at(-1)?.raw ?? current, sealed, null);
  };

  return {
    /** The first bytes of every value that `encrypt` returns. */
    header: currentKey.header,

    /** Encrypts a text for one row of one column. */
    encrypt(text: string, column: string, row: string): Buffer<ArrayBuffer> {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", currentKey.subkey(`encrypt:${column}`), nonce, {
        authTagLength: TAG_BYTES,
      });
      cipher.setAAD(associatedData(currentKey.header, column, row));
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([currentKey.header, nonce, cipher.getAuthTag(), body]);
    },

    /**
     * Decrypts a value from `encrypt`. Throws when the value was changed, belongs elsewhere, or none of the keys
     * encrypted it.
     */
    decrypt(bytes: Uint8Array, column: string, row: string): string {
      const sealed = Buffer.from(bytes);
      // The nonce of an old value begins with these bytes once in 2^40 values.
      const key = keys.find(({ header }) => header.equals(sealed.subarray(0, header.length)));
      if (!key) return decryptLegacy(sealed);
      const data = associatedData(key.header, column, row);
      return decryptSealed(key.subkey(`encrypt:${column}`), sealed.subarray(key.header.length), data);
    },

    /** Signs a subject for one purpose. */
    sign: (purpose: string, subject: string): string =>
      computeToken(currentKey, purpose, subject).toString("base64url"),

    /**
     * Verifies a signature from `sign` under any of the keys, in the current or the old format, in constant time for
     * each.
     */
    isSigned(text: string, purpose: string, subject: string): boolean {
      const given = Buffer.from(text, "base64url");
      // Node ignores extra letters, so compare the text itself.
      if (given.toString("base64url") !== text) return false;
      return keys.some(
        (key) =>
          isEqualInConstantTime(given, computeToken(key, purpose, subject)) ||
          isEqualInConstantTime(given, legacyToken(key.raw, purpose, subject)),
      );
    },

    /** Signs in the old format, for values that are published and must not change. */
    signLegacy: (purpose: string, subject: string): string =>
      legacyToken(current, purpose, subject).toString("base64url"),
  };
}
