import { addressKey } from "@/lib/kernel/client-address";
import { env } from "@/lib/kernel/env";
import { forget, giveBack, take, type Policy, type Taken } from "@/lib/kernel/rate-limit";
import { digest } from "@/lib/kernel/secrets";
import { FAILURES } from "./request-limit";

const WINDOW_SECONDS = 15 * 60;

/** Wrong passwords of an account, wherever they come from. */
const ACCOUNT: Policy = { name: "account", points: 10, seconds: WINDOW_SECONDS };

/** What the sign-in page gets to read when somebody tried too often; the route answers it with 429. */
export const TOO_MANY_ATTEMPTS = "too_many_attempts";

export class TooManyAttempts extends Error {
  override name = "TooManyAttempts";

  constructor() {
    super(TOO_MANY_ATTEMPTS);
  }
}

/** Seconds after which a refused address or account may certainly try again. */
export const RETRY_AFTER_SECONDS = WINDOW_SECONDS;

// Accounts are kept by digest: an endless address in the form costs no memory.
const accountKey = (email: string): string => digest(email).toString("base64url");

const limitsAddresses = (): boolean => env().RATE_LIMIT !== null;

/**
 * Takes one of the ten attempts that an account has in 15 minutes, and one of the 60 of an address in a minute. They
 * are taken before the password is looked at, so that attempts side by side cannot all slip through. Throws
 * `TooManyAttempts`.
 */
export async function takeAttempt(email: string, address: string): Promise<void> {
  const taken: Promise<Taken>[] = [take(ACCOUNT, accountKey(email))];
  if (limitsAddresses()) taken.push(take(FAILURES, addressKey(address)));
  if ((await Promise.all(taken)).some(({ isAllowed }) => !isAllowed)) throw new TooManyAttempts();
}

/** Forgets the wrong passwords of an account. */
export const forgiveAccount = (email: string): Promise<void> => forget(ACCOUNT, accountKey(email));

/** Only wrong passwords count: the right one clears the account and returns the address its attempt. */
export async function forgiveAttempts(email: string, address: string): Promise<void> {
  await forgiveAccount(email);
  if (limitsAddresses()) await giveBack(FAILURES, addressKey(address));
}
