import type { LearningCaller } from "@/lib/learning/requests/caller";
import { accessUnauthorized } from "@/lib/learning/requests/errors";
import { findLearningCaller, type ApiHeaders } from "@/lib/learning/tokens/service";
import { countFailure } from "@/lib/platform/limits/request-limit";

/**
 * Authenticates a caller of the learning edition by the `access_token` among the parameters. Throws 401 without a
 * valid one, and for one beside another app's `X-Api-Key` or `X-Api-Secret`. Throws 429 for too many wrong ones from
 * one address.
 */
export async function authenticateLearning(
  accessToken: unknown,
  headers: ApiHeaders,
): Promise<LearningCaller> {
  if (accessToken === undefined) throw accessUnauthorized("The parameter access_token is required.");
  const caller = typeof accessToken === "string" ? await findLearningCaller(accessToken, headers) : null;
  if (caller) return caller;
  await countFailure();
  throw accessUnauthorized("The access_token is not valid or has expired.");
}
