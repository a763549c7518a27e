import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { digest } from "@/lib/kernel/secrets";

const ATTEMPTS = 10;
const WINDOW_SECONDS = 15 * 60;

const window = (keyPrefix: string) =>
  new RateLimiterMemory({ keyPrefix, points: ATTEMPTS, duration: WINDOW_SECONDS });
const byAccount = window("account");
const byAddress = window("address");

/** What the sign-in page gets to read when somebody tried too often; the route answers it with 429. */
export const TOO_MANY_ATTEMPTS = "too_many_attempts";

class TooManyAttempts extends Error {
  override name = "TooManyAttempts";

  constructor() {
    super(TOO_MANY_ATTEMPTS);
  }
}

/** Seconds after which a refused address or account may certainly try again. */
export const RETRY_AFTER_SECONDS = WINDOW_SECONDS;

/**
 * The client as the nearest proxy saw it: the last entry, because a client may write any others itself. Without a
 * proxy Next fills the header from the socket.
 */
export const clientAddress = (forwardedFor: string | undefined): string =>
  forwardedFor?.split(",").at(-1)?.trim() || "unknown";

// Accounts are kept by digest: an endless address in the form costs no memory.
const accountKey = (email: string): string => digest(email).toString("base64url");

/**
 * Takes one of the ten attempts that an account and an address have in 15 minutes. It is taken before the password
 * is looked at, so that attempts side by side cannot all slip through. Throws `TooManyAttempts`.
 */
export async function takeAttempt(email: string, address: string): Promise<void> {
  const taken = await Promise.allSettled([byAccount.consume(accountKey(email)), byAddress.consume(address)]);
  for (const result of taken) {
    if (result.status === "fulfilled") continue;
    throw result.reason instanceof RateLimiterRes ? new TooManyAttempts() : result.reason;
  }
}

/** Only wrong passwords count: the right one clears the account and returns the address its attempt. */
export async function forgiveAttempts(email: string, address: string): Promise<void> {
  await Promise.all([byAccount.delete(accountKey(email)), byAddress.reward(address)]);
}
