import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { tooManyRequests } from "@/lib/kernel/errors";

const WINDOW_SECONDS = 15 * 60;

const wrongPasswords = new RateLimiterMemory({ points: 10, duration: WINDOW_SECONDS });

/** Takes one of ten tries at a person's present password in 15 minutes, before it is looked at; then 429. */
export async function takePasswordAttempt(userId: string): Promise<void> {
  try {
    await wrongPasswords.consume(userId);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    throw tooManyRequests("Too many wrong passwords. Try again later.", Math.ceil(error.msBeforeNext / 1000));
  }
}

/** The right password: only wrong ones count. */
export async function forgivePasswordAttempts(userId: string): Promise<void> {
  await wrongPasswords.delete(userId);
}
