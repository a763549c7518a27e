import { clock } from "@/lib/kernel/clock";
import { ApiError } from "@/lib/kernel/errors";
import type { SessionFacts } from "./caller";

/** For how long a proof of identity counts. */
export const PROOF_MINUTES = 10;

/** Until when the last proof of a session counts. */
export const proofEnd = ({ provedAt }: Pick<SessionFacts, "provedAt">): Date =>
  new Date(provedAt.getTime() + PROOF_MINUTES * 60_000);

/** Whether the person of this session proved who they are within the last ten minutes. */
export const isRecentlyProved = (session: Pick<SessionFacts, "provedAt">): boolean =>
  proofEnd(session) > clock.now();

/**
 * Throws 403 `proof_required` when the caller is a person whose last proof of identity is too old (decision 0119): a
 * session that was left open, or a stolen cookie, must not reveal secrets or delete anything. Other credentials are a
 * proof themselves.
 */
export function requireRecentProof({ session }: { session?: SessionFacts | undefined }): void {
  if (!session || isRecentlyProved(session)) return;
  throw new ApiError(
    403,
    "proof_required",
    `Prove who you are at /v1/me/proof, then repeat this request within ${PROOF_MINUTES} minutes.`,
  );
}
