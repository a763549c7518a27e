import { generate } from "otplib";

/** A step of an authenticator app, in milliseconds. */
export const STEP_MS = 30_000;

/** Computes the code that an app shows at a time (default: now). */
export const appCode = (secret: string, at = Date.now()): Promise<string> =>
  generate({ secret, epoch: Math.floor(at / 1000) });
