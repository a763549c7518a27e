import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { COST } from "./password-cost";

const LENGTH = 32;

const derive = (password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password.normalize("NFKC"), salt, LENGTH, cost, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });

/** Hashes a password with scrypt, as `scrypt$N$r$p$salt$key` with base64url parts. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, COST);
  return ["scrypt", COST.N, COST.r, COST.p, salt.toString("base64url"), key.toString("base64url")].join("$");
}

let decoy: Promise<string> | undefined;

/**
 * Checks a password. Without a stored hash (unknown address, no password chosen) it takes the same time with a decoy,
 * so that the response time reveals nothing.
 */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  decoy ??= hashPassword("decoy");
  const [, cost, blockSize, parallelism, salt = "", key = ""] = (stored ?? (await decoy)).split("$");
  const parameters = { ...COST, N: Number(cost), r: Number(blockSize), p: Number(parallelism) };
  const derived = await derive(password, Buffer.from(salt, "base64url"), parameters);
  const expected = Buffer.from(key, "base64url");
  return derived.length === expected.length && timingSafeEqual(derived, expected) && stored !== null;
}
