import { withAuditEntry } from "@/lib/access/audit/service";
import type { Integration, LearningCaller } from "@/lib/learning/requests/caller";
import { clock } from "@/lib/kernel/clock";
import { invalidParameters } from "@/lib/learning/requests/errors";
import type { PagedRows, Paging } from "@/lib/learning/requests/paging";
import {
  deleteIntegrationRow,
  findIntegrationPage,
  findAppIntegrationRow,
  findOwnIntegrations,
  findReachableIntegration,
  insertIntegration,
  lockIntegration,
} from "./queries";
import type { CourseParameter, IntegrationInput, IntegrationParameters } from "./schema";
import type { IntegrationRow } from "./serializer";

/** Creates a 400 for an integration that does not exist or does not belong to the token. It does not reveal which. */
const invalidIntegrationError = () =>
  invalidParameters({ invalid_integration: "There is no such integration of this token." });

/** Returns the integration that a request names; 400 `invalid_integration` when the token cannot use it. */
export async function resolveIntegration(
  caller: LearningCaller,
  named: IntegrationParameters,
): Promise<Integration> {
  const { integration_account_id: id, course_id: courseId = "" } = named;
  const found = await findReachableIntegration(caller, id === undefined ? { courseId } : { id });
  if (!found) throw invalidIntegrationError();
  return found;
}

/** Finds which of these integrations a token can use and belong to its own app, not lent by another one. */
export const listOwnIntegrations = findOwnIntegrations;

/** Finds an integration of an app; null when the app has none with this id. */
export const findAppIntegration: (
  app: { organizationId: string; id: string },
  id: number,
) => Promise<Integration | null> = findAppIntegrationRow;

/**
 * Locks an integration so that it cannot be deleted before the transaction ends; 400 `invalid_integration` when it is
 * gone. Use `alone` to change many rows: it waits for other such transactions, because two that lock the same rows in
 * different orders would block each other. Call this first in the transaction, before other rows are locked.
 */
export async function acquireIntegrationLock(
  integration: Integration,
  mode: "shared" | "alone" = "shared",
): Promise<void> {
  if (!(await lockIntegration(integration, mode === "alone"))) throw invalidIntegrationError();
}

/** Lists the integrations that a token can use, in the order added; for an owner's token all of the app. */
export const listIntegrations = (
  caller: LearningCaller,
  { paging }: { paging: Paging },
): Promise<PagedRows<IntegrationRow>> => findIntegrationPage(caller, paging);

/**
 * Creates an integration of the owner's app and returns only that one. 400 `invalid_param_course_id` when the app
 * already has one of this course; of two concurrent requests, one succeeds.
 */
export async function createIntegration(
  caller: LearningCaller,
  { parameters }: { parameters: IntegrationInput },
): Promise<PagedRows<IntegrationRow>> {
  const { organizationId, appId } = caller;
  const { name, course_id: courseId, launch_origins: launchOrigins = [] } = parameters;
  const created = await withAuditEntry(
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
      throw invalidParameters({
        invalid_param_course_id: "The app already has an integration of this course.",
      });
    },
  );
  return { rows: [created], total: 1 };
}

/**
 * Deletes an integration with its rules and tokens. Its students, gradables, grades and logs can no longer be reached,
 * and a job removes them. 400 `invalid_integration` when it is gone already.
 */
export const removeIntegration = (
  caller: LearningCaller,
  { organizationId, id }: Integration,
): Promise<void> =>
  withAuditEntry(caller, "learning_integration.delete", String(id), async () => {
    const { count } = await deleteIntegrationRow(organizationId, id);
    if (count === 0) throw invalidIntegrationError();
  });

/** Deletes the integration of a course and lists the remaining ones. 400 `invalid_integration` for any other course. */
export async function deleteIntegration(
  caller: LearningCaller,
  { parameters, paging }: { parameters: CourseParameter; paging: Paging },
): Promise<PagedRows<IntegrationRow>> {
  await removeIntegration(caller, await resolveIntegration(caller, parameters));
  return findIntegrationPage(caller, paging);
}
