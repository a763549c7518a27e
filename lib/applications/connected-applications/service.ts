import type { ListInput } from "@/lib/kernel/list/list-input";
import type { Earner } from "@/lib/access/callers/caller";
import { transaction } from "@/lib/kernel/db";
import { invalidField, notFound } from "@/lib/kernel/errors";
import type { Page } from "@/lib/kernel/list/page";
import { recordEvents, type NewEvent } from "@/lib/platform/recording/record-events";
import { lockPeople } from "@/lib/identity/users/service";
import { buildAddedEvents } from "./public-badges";
import {
  deleteConnections,
  endConnection,
  findApplicationByUid,
  findConnectedOrganizations,
  findConnection,
  findConnectionPage,
  findPublicBadges,
  insertConnection,
  moveConnections,
} from "./queries";
import type { ConnectInput } from "./schema";
import type { ConnectionRow } from "./serializer";

/** Finds the organizations whose applications earners have connected, by earner. */
export const findConnectedOrganizationsByEarner = findConnectedOrganizations;

const listConnectedOrganizations = async (userId: string): Promise<string[]> =>
  (await findConnectedOrganizations([userId])).get(userId) ?? [];

/** Lists the applications that can see the earner's public badges, newest connection first. */
export function listConnectedApplications(
  { userId }: Earner,
  input: ListInput,
): Promise<Page<ConnectionRow>> {
  return findConnectionPage(userId, input.page);
}

/**
 * Lets an application see the earner's public badges. Its organization gets `user.public_badges.added` for each of
 * them, unless another of its applications already sees them. Connecting again changes nothing. Throws 422 for an
 * unknown client id.
 */
export function connectApplication({ userId }: Earner, body: ConnectInput): Promise<ConnectionRow> {
  return transaction(async () => {
    const application = await findApplicationByUid(body.client_id);
    if (!application) throw invalidField("client_id", "unknown_application", "is not a known application");
    await lockPeople([userId]);
    const { id, organizationId } = application;
    const hadAccess = (await listConnectedOrganizations(userId)).includes(organizationId);
    if ((await insertConnection(userId, id)) && !hadAccess) {
      await recordEvents(buildAddedEvents(userId, organizationId, await findPublicBadges(userId)));
    }
    const row = await findConnection(userId, id);
    if (!row) throw notFound();
    return row;
  });
}

/**
 * Disconnects an application from the earner's badges and records `user.connect_access.removed` for its organization.
 * Throws 404 when it is not connected.
 */
export function disconnectApplication({ userId }: Earner, applicationId: number): Promise<void> {
  return transaction(async () => {
    await lockPeople([userId]);
    const row = await findConnection(userId, applicationId);
    if (!row || !(await endConnection(userId, applicationId))) throw notFound();
    const organizationId = row.application.organization.id;
    await recordEvents([{ organizationId, eventType: "user.connect_access.removed", subjectId: userId }]);
  });
}

/**
 * Deletes all connections of an account that is being deleted, and records `user.connect_access.removed` for the
 * organization of each application. The account must be locked.
 */
export async function endConnections(userId: string): Promise<void> {
  const organizations = await deleteConnections(userId);
  await recordEvents(
    organizations.map((organizationId) => ({
      organizationId,
      eventType: "user.connect_access.removed",
      subjectId: userId,
    })),
  );
}

/**
 * Moves the connections of an account that is being merged to the surviving one. Returns the events for badges that
 * an application can see only because of the merge. Call it before the badges move.
 */
export async function mergeConnections(source: string, survivor: string): Promise<NewEvent[]> {
  const [sourceOrganizations, survivorOrganizations] = [
    await listConnectedOrganizations(source),
    await listConnectedOrganizations(survivor),
  ];
  const [sourceBadgeIds, survivorBadgeIds] = [
    await findPublicBadges(source),
    await findPublicBadges(survivor),
  ];
  await moveConnections(source, survivor);
  const connected = await listConnectedOrganizations(survivor);
  const buildGainedEvents = (alreadyConnected: string[], badgeIds: string[]): NewEvent[] =>
    connected
      .filter((organizationId) => !alreadyConnected.includes(organizationId))
      .flatMap((organizationId) => buildAddedEvents(survivor, organizationId, badgeIds));
  return [
    ...buildGainedEvents(sourceOrganizations, sourceBadgeIds),
    ...buildGainedEvents(survivorOrganizations, survivorBadgeIds),
  ];
}
