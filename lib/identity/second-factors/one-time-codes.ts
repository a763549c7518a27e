import { randomBytes } from "node:crypto";
import { clock } from "@/lib/kernel/clock";
import { digest } from "@/lib/kernel/secrets";
import { RECOVERY_CODES } from "./choices";
import { confirmCodes, findApp, saveAppUse, saveCodeUse } from "./queries";
import { authenticatorSecrets } from "./serializer";

// Crockford's letters and digits, without those that look alike.
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
/** 16 characters of 5 bits: 80 bits, so that a stored digest cannot be guessed. */
const CODE_LENGTH = 16;
/** A code is accepted for one time step before and after its own, because clocks differ. */
const TOLERANCE_SECONDS = 30;

// Loaded when an authenticator app is first used.
const loadOtp = () => import("otplib");

/** Creates a secret for an authenticator app, in base32. */
export const createAppSecret = async (): Promise<string> => (await loadOtp()).generateSecret({ length: 20 });

/** Builds the content of the QR code that an authenticator app scans. */
export const buildAppUrl = async (secret: string, issuer: string, address: string): Promise<string> =>
  (await loadOtp()).generateURI({ issuer, label: address, secret });

/**
 * Reads a code as a person typed it: without spaces and hyphens, in lower case, and with the digits of full-width and
 * Arabic keyboards.
 */
export const normalizeCode = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/[\s-]/g, "")
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .toLowerCase();

/** Whether a normalized code can be one of an authenticator app. The library throws for any other text. */
export const isAppCode = (code: string): boolean => /^\d{6}$/.test(code);

/**
 * Checks a one-time code as a person typed it, and records its use: a code is accepted once. With `isNew`, the app is
 * confirmed by it; without, only a confirmed app counts.
 */
export async function checkAppCode(userId: string, text: string, isNew = false): Promise<boolean> {
  const code = normalizeCode(text);
  if (!isAppCode(code)) return false;
  const app = await findApp(userId);
  if (!app || isNew === (app.confirmedAt !== null)) return false;
  const { verify } = await loadOtp();
  const now = clock.now();
  const result = await verify({
    secret: authenticatorSecrets.decrypt(app.secret, userId),
    token: code,
    epoch: Math.floor(now.getTime() / 1000),
    epochTolerance: TOLERANCE_SECONDS,
  });
  if (!result.valid || !("timeStep" in result)) return false;
  return saveAppUse(userId, BigInt(result.timeStep), {
    lastUsedAt: now,
    ...(isNew ? { confirmedAt: now } : {}),
  });
}

/** Creates recovery codes: four groups of four characters. */
export const createRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => {
    const letters = [...randomBytes(CODE_LENGTH)].map((byte) => ALPHABET.charAt(byte % 32)).join("");
    return (letters.match(/.{4}/g) ?? []).join("-");
  });

/** The stored form of a recovery code. */
export const recoveryCodeDigest = (code: string): Buffer<ArrayBuffer> => digest(normalizeCode(code));

/**
 * Uses a recovery code in the open transaction. One of new codes shows that the person has them, so the earlier ones end. Returns
 * false for an unknown or used one. The account must be locked.
 */
export async function useRecoveryCode(userId: string, code: string): Promise<boolean> {
  const used = await saveCodeUse(userId, recoveryCodeDigest(code), clock.now());
  if (used && !used.confirmed) await confirmCodes(userId);
  return used !== null;
}
