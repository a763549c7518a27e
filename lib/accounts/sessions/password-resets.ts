import { choosePassword, requestPasswordReset } from "@/lib/accounts/accounts/password-resets";
import type { NewPasswordInput, PasswordResetInput } from "@/lib/accounts/accounts/schema";
import { rateLimitKey } from "@/lib/kernel/client-address";
import { env } from "@/lib/kernel/env";
import { ApiError } from "@/lib/kernel/errors";
import { takePoint, type RateLimitPolicy } from "@/lib/platform/limits/rate-limit";
import { getRequestContext } from "@/lib/kernel/request-context";
import { digest } from "@/lib/kernel/secrets";
import { passwordFaultFromError } from "@/lib/identity/users/password-choice";
import { requireOwnSignIn } from "@/lib/accounts/accounts/required-provider";
import { countFailure } from "@/lib/platform/limits/request-limit";

const HOUR_SECONDS = 3_600;

/** Mails to one address, from all clients. */
const ADDRESS_POLICY: RateLimitPolicy = { name: "password-mails", points: 5, seconds: HOUR_SECONDS };

/** Mails that one client requests, to any addresses. */
const CLIENT_POLICY: RateLimitPolicy = { name: "password-requests", points: 30, seconds: HOUR_SECONDS };

async function takeMailQuota(policy: RateLimitPolicy, key: string): Promise<void> {
  await takePoint(policy, key, "Too many e-mails were requested. Try again later.");
}

/**
 * Requests the mail with a link to choose a password. The response is the same whether the address belongs to an
 * account or not. Throws 429 after five mails to an address, and after thirty from a client in an hour, counted for
 * every address alike. Throws 403 for a domain whose organization requires its own sign-in.
 */
export async function sendPasswordReset(body: PasswordResetInput): Promise<PasswordResetInput> {
  const { email } = body;
  if (env().RATE_LIMIT !== null)
    await takeMailQuota(CLIENT_POLICY, rateLimitKey(getRequestContext()?.address ?? "unknown"));
  await takeMailQuota(ADDRESS_POLICY, digest(email).toString("base64url"));
  await requireOwnSignIn(email);
  await requestPasswordReset(email);
  return { email };
}

/**
 * Sets the password by the link of the mail. Throws 422 for an invalid link, which counts as a failure of the client,
 * and for a password that is easy to guess. Earlier wrong passwords do not block the new one.
 */
export async function resetPassword(resetId: string, body: NewPasswordInput): Promise<{ email: string }> {
  try {
    return await choosePassword(resetId, body);
  } catch (error) {
    // A valid link with a refused password is not an attempt to guess a link.
    if (error instanceof ApiError && passwordFaultFromError(error) === null) await countFailure();
    throw error;
  }
}
