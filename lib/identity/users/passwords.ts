import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { limitConcurrency } from "@/lib/platform/limits/limit-concurrency";
import { SCRYPT_COST } from "./password-cost";

const KEY_LENGTH = 32;

// Each takes 128 MiB and half a second of a processor. More at once would also occupy all threads that read files.
const runLimited = limitConcurrency("Hashing a password", 2, 100);

const deriveKey = (password: string, salt: Buffer, cost: typeof SCRYPT_COST): Promise<Buffer> =>
  runLimited(
    () =>
      new Promise((resolve, reject) => {
        scrypt(password.normalize("NFKC"), salt, KEY_LENGTH, cost, (error, key) =>
          error ? reject(error) : resolve(key),
        );
      }),
  );

/** Hashes a password with scrypt, as `scrypt$N$r$p$salt$key` with base64url parts. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await deriveKey(password, salt, SCRYPT_COST);
  return [
    "scrypt",
    SCRYPT_COST.N,
    SCRYPT_COST.r,
    SCRYPT_COST.p,
    salt.toString("base64url"),
    key.toString("base64url"),
  ].join("$");
}

let decoy: Promise<string> | undefined;

/** Hashes the decoy once. A failure, such as 503 for too many passwords at once, is not kept. */
const hashDecoy = (): Promise<string> =>
  (decoy ??= hashPassword("decoy").catch((error: unknown) => {
    decoy = undefined;
    throw error;
  }));

/**
 * Checks a password. Without a stored hash (unknown address, no password chosen) it takes the same time with a decoy,
 * so that the response time reveals nothing.
 */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  // Also when it is not needed, so that the first unknown address takes no longer.
  const decoyHash = hashDecoy();
  decoyHash.catch(() => undefined);
  const [, cost, blockSize, parallelism, salt = "", key = ""] = (stored ?? (await decoyHash)).split("$");
  const parameters = { ...SCRYPT_COST, N: Number(cost), r: Number(blockSize), p: Number(parallelism) };
  const derived = await deriveKey(password, Buffer.from(salt, "base64url"), parameters);
  const expected = Buffer.from(key, "base64url");
  return derived.length === expected.length && timingSafeEqual(derived, expected) && stored !== null;
}
