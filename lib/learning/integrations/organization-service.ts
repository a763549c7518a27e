import type { ListInput } from "@/lib/kernel/list/list-input";
import { withAuditEntry } from "@/lib/access/audit/service";
import type { Caller } from "@/lib/access/callers/caller";
import type { IntegrationCaller, IntegrationKey } from "@/lib/learning/requests/caller";
import { clock } from "@/lib/kernel/clock";
import { invalidField, notFound } from "@/lib/kernel/errors";
import { parseFilter } from "@/lib/kernel/list/filter";
import { listKeys } from "@/lib/kernel/list/keys";
import type { Page } from "@/lib/kernel/list/page";
import { parseSort } from "@/lib/kernel/list/sort";
import { preventAppDeletion } from "@/lib/learning/apps/service";
import {
  filters,
  findIntegrationWithCounts,
  findOrganizationIntegration,
  findOrganizationIntegrationPage,
  saveOrganizationIntegration,
  sorts,
  type IntegrationWithCounts,
  deleteIntegrationRow,
  insertIntegration,
} from "./queries";
import type { LearningIntegrationChange, LearningIntegrationInput } from "./schema";

export const integrationListKeys = listKeys(filters, sorts);

/** Lists the integrations of all learning apps of the organization, newest first by default. */
export function listLearningIntegrations(
  caller: Caller,
  input: ListInput,
): Promise<Page<IntegrationWithCounts>> {
  const criteria = parseFilter(input.filter, filters);
  const where = { organizationId: caller.organizationId, AND: criteria };
  const order = parseSort(input.sort, sorts, [{ createdAt: "desc" }]);
  return findOrganizationIntegrationPage(where, order, input.page);
}

/** Returns an integration; 404 when the organization has none with this id. */
export async function getLearningIntegration(
  caller: Caller,
  integrationId: number,
): Promise<IntegrationWithCounts> {
  const row = await findIntegrationWithCounts(caller.organizationId, integrationId);
  if (!row) throw notFound();
  return row;
}

/**
 * Returns the caller for the learning edition's operations on this integration. 404 when the organization has none with
 * this id. Users act in their own name; programs act for the owner of the app where a person is needed.
 */
export async function getIntegrationCaller(
  caller: Caller,
  integrationId: number,
): Promise<IntegrationCaller> {
  const row = await findOrganizationIntegration(caller.organizationId, integrationId);
  if (!row) throw notFound();
  const { app, appId, organizationId, courseId, name, id } = row;
  return {
    organizationId,
    appId,
    kind: "owner",
    userId: caller.actor.type === "User" ? caller.actor.id : app.ownerId,
    integrationIds: [id],
    actor: caller.actor,
    integration: { id, organizationId, appId, courseId, name },
  };
}

/**
 * Reads data of an integration while it is checked that the organization has it. 404 when it does not, whatever `read`
 * finds.
 */
export async function readFromIntegration<Result>(
  caller: Caller,
  integrationId: number,
  read: (integration: IntegrationKey) => Promise<Result>,
): Promise<Result> {
  const reading = read({ organizationId: caller.organizationId, id: integrationId });
  const [checked] = await Promise.allSettled([getIntegrationCaller(caller, integrationId), reading]);
  if (checked.status === "rejected") throw checked.reason;
  return reading;
}

/**
 * Creates an integration of a learning app of the organization. 422 when the organization does not have the app, or the
 * app already has an integration of this course; of two concurrent requests, one succeeds.
 */
export function createLearningIntegration(
  caller: Caller,
  body: LearningIntegrationInput,
): Promise<IntegrationWithCounts> {
  const { organizationId } = caller;
  const subject = ({ id }: IntegrationWithCounts) => String(id);
  return withAuditEntry(caller, "learning_integration.create", subject, async () => {
    if (!(await preventAppDeletion(organizationId, body.app_id))) {
      throw invalidField("app_id", "not_found", "must be a learning app of the organization");
    }
    const created = await insertIntegration({
      organizationId,
      appId: body.app_id,
      courseId: body.course_id,
      name: body.name,
      launchOrigins: body.launch_origins ?? [],
      createdAt: clock.now(),
    });
    if (!created)
      throw invalidField("course_id", "taken", "is the course of another integration of this app");
    return getLearningIntegration(caller, created.id);
  });
}

/** Updates the given fields. The course cannot be changed. 404 for an unknown integration. */
export async function updateLearningIntegration(
  caller: Caller,
  id: number,
  body: LearningIntegrationChange,
): Promise<IntegrationWithCounts> {
  const columns = { name: body.name, launchOrigins: body.launch_origins };
  const changes = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
  return withAuditEntry(caller, "learning_integration.update", String(id), async () => {
    const { count } = await saveOrganizationIntegration(caller.organizationId, id, changes);
    if (count === 0) throw notFound();
    return getLearningIntegration(caller, id);
  });
}

/** Deletes an integration with all its data (`removeIntegration`). 404 for an unknown one. */
export async function deleteLearningIntegration(caller: Caller, id: number): Promise<void> {
  await withAuditEntry(caller, "learning_integration.delete", String(id), async () => {
    const { count } = await deleteIntegrationRow(caller.organizationId, id);
    if (count === 0) throw notFound();
  });
}
