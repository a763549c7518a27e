import { tooManyRequests } from "@/lib/kernel/errors";
import { forget, take, type Policy } from "@/lib/kernel/rate-limit";

const WRONG_PASSWORDS: Policy = { name: "present-password", points: 10, seconds: 15 * 60 };

/** Takes one of ten tries at a person's current password in 15 minutes, before it is looked at; then 429. */
export async function takePasswordAttempt(userId: string): Promise<void> {
  const { isAllowed, resetSeconds } = await take(WRONG_PASSWORDS, userId);
  if (!isAllowed) throw tooManyRequests("Too many wrong passwords. Try again later.", resetSeconds);
}

/** The right password: only wrong ones count. */
export const forgivePasswordAttempts = (userId: string): Promise<void> => forget(WRONG_PASSWORDS, userId);
