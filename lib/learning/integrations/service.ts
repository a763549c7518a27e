import type { Integration, LearningCaller } from "@/lib/kernel/caller";
import { invalidParameters } from "@/lib/kernel/errors";
import { findReachable } from "./queries";
import type { NamingParameters } from "./schema";

/** 400 for an integration that is missing or not the token's own: which of the two is nobody's business. */
export const invalidIntegration = () =>
  invalidParameters({ invalid_integration: "There is no such integration of this token." });

/** The integration that a request names; 400 `invalid_integration` when the token works on no such one. */
export async function namedIntegration(
  caller: LearningCaller,
  named: NamingParameters,
): Promise<Integration> {
  const { integration_account_id: id, course_id: courseId = "" } = named;
  const found = await findReachable(caller, id === undefined ? { courseId } : { id });
  if (!found) throw invalidIntegration();
  return found;
}
