import { getRequestContext } from "@/lib/kernel/request-context";
import type { VerificationInput, VerificationReport } from "./schema";
import { presentReport } from "./serializer";
import { verifyBadge } from "./verify";

/**
 * Verifies a badge that was sent in a request, for the API. What is wrong with the badge is in the result. Throws 429 for
 * too many requests from the client's address.
 */
export async function verifySentBadge(input: VerificationInput): Promise<VerificationReport> {
  return presentReport(await verifyBadge(input, getRequestContext()?.address ?? ""));
}
