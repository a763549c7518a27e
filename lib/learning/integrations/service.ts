import { withAuditEntry } from "@/lib/access/audit/service";
import type { Integration, LearningCaller } from "@/lib/learning/requests/caller";
import { clock } from "@/lib/kernel/clock";
import { invalidParameters } from "@/lib/learning/requests/errors";
import type { Found, Paging } from "@/lib/learning/requests/paging";
import {
  deleteIntegrationRow,
  findIntegrationPage,
  findOfApp,
  findOwn,
  findReachable,
  insertIntegration,
  lockIntegration,
} from "./queries";
import type { CourseParameter, IntegrationInput, NamingParameters } from "./schema";
import type { IntegrationRow } from "./serializer";

/** 400 for an integration that is missing or not the token's own: which of the two is nobody's business. */
const invalidIntegration = () =>
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

/** Those of these integrations that a token works on and that are its own app's, not lent by another one. */
export const ownIntegrations = findOwn;

/** An integration of an app; null when it has none with this id. */
export const integrationOfApp: (
  app: { organizationId: string; id: string },
  id: number,
) => Promise<Integration | null> = findOfApp;

/**
 * Keeps an integration from being deleted until the transaction ends; 400 `invalid_integration` when it is gone. What
 * changes many rows at once is `alone`: it waits for others of that kind, because two that take the same rows in
 * different orders would block each other. Call it first in the transaction, before other rows are locked.
 */
export async function holdIntegration(
  integration: Integration,
  how: "shared" | "alone" = "shared",
): Promise<void> {
  if (!(await lockIntegration(integration, how === "alone"))) throw invalidIntegration();
}

/** The integrations that a token works on, in the order added: an owner's on all of the app. */
export const listIntegrations = (
  caller: LearningCaller,
  { paging }: { paging: Paging },
): Promise<Found<IntegrationRow>> => findIntegrationPage(caller, paging);

/**
 * Makes an integration of the owner's app, which alone is in the answer. 400 `invalid_param_course_id` for a course that
 * the app has already; of two racing requests one makes it.
 */
export async function createIntegration(
  caller: LearningCaller,
  { parameters }: { parameters: IntegrationInput },
): Promise<Found<IntegrationRow>> {
  const { organizationId, appId } = caller;
  const { name, course_id: courseId, launch_origins: launchOrigins = [] } = parameters;
  const made = await withAuditEntry(
    caller,
    "learning_integration.create",
    ({ id }) => String(id),
    async () => {
      const createdAt = clock.now();
      const row = await insertIntegration({
        organizationId,
        appId,
        courseId,
        name,
        launchOrigins,
        createdAt,
      });
      if (row) return row;
      throw invalidParameters({ invalid_param_course_id: "The app has an integration of this course." });
    },
  );
  return { rows: [made], total: 1 };
}

/**
 * Deletes an integration with its rules and tokens; a job removes its students, gradables, grades and logs, which
 * nothing reaches any more. 400 `invalid_integration` when it is gone already.
 */
export const removeIntegration = (
  caller: LearningCaller,
  { organizationId, id }: Integration,
): Promise<void> =>
  withAuditEntry(caller, "learning_integration.delete", String(id), async () => {
    const { count } = await deleteIntegrationRow(organizationId, id);
    if (count === 0) throw invalidIntegration();
  });

/** Deletes the integration of a course, and lists those that are left. 400 `invalid_integration` for any other course. */
export async function deleteIntegration(
  caller: LearningCaller,
  { parameters, paging }: { parameters: CourseParameter; paging: Paging },
): Promise<Found<IntegrationRow>> {
  await removeIntegration(caller, await namedIntegration(caller, parameters));
  return findIntegrationPage(caller, paging);
}
