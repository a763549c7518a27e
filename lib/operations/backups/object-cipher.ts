import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const MAGIC = Buffer.from("BADGEBK1");
const SALT_BYTES = 32;
const TAG_BYTES = 16;
// Each object has a key of its own, so the nonce never repeats under a key.
const NONCE = Buffer.alloc(12);

/** Why an object of a backup cannot be used. Its message is for the operator. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

/** The store cannot be reached or refuses a request, which says nothing about what is stored there. */
export class StoreUnavailableError extends BackupError {}

/** An object is missing, was changed or cut off, or has another key. */
export class DamagedObjectError extends BackupError {}

const deriveObjectKey = (key: Buffer, salt: Uint8Array): Buffer =>
  Buffer.from(hkdfSync("sha256", key, salt, "badges backup object", 32));

/** Derives a text that differs for each key, and from which the key cannot be found. */
export const fingerprintKey = (key: Buffer): string =>
  Buffer.from(hkdfSync("sha256", key, Buffer.alloc(0), "badges backup key fingerprint", 8)).toString("hex");

/**
 * Encrypts an object of a backup with AES-256-GCM. Its name is authenticated too, so an object that was renamed or
 * swapped with another one is noticed. Format: 8 bytes "BADGEBK1", 32 bytes salt, ciphertext, 16 bytes tag.
 */
export function encryptObject(key: Buffer, name: string, content: Uint8Array): Buffer {
  const salt = randomBytes(SALT_BYTES);
  const cipher = createCipheriv("aes-256-gcm", deriveObjectKey(key, salt), NONCE, {
    authTagLength: TAG_BYTES,
  });
  cipher.setAAD(Buffer.from(name));
  const body = Buffer.concat([cipher.update(content), cipher.final()]);
  return Buffer.concat([MAGIC, salt, body, cipher.getAuthTag()]);
}

/** Decrypts an object. Throws `BackupError` when it was changed, cut off or renamed, or has another key. */
export function decryptObject(key: Buffer, name: string, sealed: Buffer): Buffer {
  const bodyStart = MAGIC.length + SALT_BYTES;
  if (sealed.length < bodyStart + TAG_BYTES || !sealed.subarray(0, MAGIC.length).equals(MAGIC))
    throw new DamagedObjectError(`${name} is not a file of a backup, or it was cut off.`);
  const objectKey = deriveObjectKey(key, sealed.subarray(MAGIC.length, bodyStart));
  const decipher = createDecipheriv("aes-256-gcm", objectKey, NONCE, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(name));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(bodyStart, -TAG_BYTES)), decipher.final()]);
  } catch {
    throw new DamagedObjectError(
      `${name} cannot be decrypted: it was changed or cut off, or BACKUP_KEY is not the key it was written with.`,
    );
  }
}
