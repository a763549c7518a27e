import { createCipheriv, createHmac, randomBytes } from "node:crypto";

/**
 * Encrypts a secret as it was stored before values were bound to their row: nonce, tag and ciphertext under the key
 * itself.
 */
export function encryptInOldFormat(text: string, key: Buffer): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

/** Creates the token of a link as it was mailed before keys had subkeys. */
export const createOldToken = (purpose: string, subject: string, key: Buffer): string =>
  createHmac("sha256", key).update(`${purpose}:${subject}`).digest("base64url");
