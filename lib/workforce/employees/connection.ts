import type { EventType } from "@/lib/platform/recording/choices";
import { transaction } from "@/lib/kernel/db";
import { notFound, unprocessable } from "@/lib/kernel/errors";
import { isUuid } from "@/lib/kernel/ids";
import { recordEvents, type NewEvent } from "@/lib/platform/recording/record-events";
import type { Employer } from "@/lib/identity/users/serializer";
import type { EmployeeState } from "@/prisma/generated/client";
import {
  attachEmployees,
  detachEmployees,
  findEmploymentState,
  lockEmployees,
  setEmployeeState,
  setEmployeesPending,
  moveEmployeesToUser,
  lockEmploymentsShared,
  type EmploymentKey,
} from "./queries";
import { buildEmploymentBadgeEvents, isConnected, type EmploymentBadgeChange } from "./visibility";

const buildEvents = (eventType: EventType, employments: EmploymentKey[]): NewEvent[] =>
  employments.map(({ id, organizationId }) => ({ organizationId, eventType, subjectId: id }));

/**
 * Associates the employments of the person's confirmed addresses with the account. Call it in the transaction that
 * confirms an address.
 */
export async function associateEmployees(userId: string): Promise<void> {
  await transaction(async () => {
    const attached = await attachEmployees(userId);
    await recordEvents([
      ...buildEvents(
        "employment.user_account.disassociated",
        attached.filter(({ isTaken }) => isTaken),
      ),
      ...buildEvents("employment.user_account.associated", attached),
    ]);
  });
}

/**
 * Disassociates an account from its employments, those of one address or all: when the address is removed from the
 * account, or the account deleted. Pending and accepted connections end.
 */
export async function disassociateEmployees(userId: string, email: string | null = null): Promise<void> {
  await transaction(async () => {
    await recordEvents(
      buildEvents("employment.user_account.disassociated", await detachEmployees(userId, email)),
    );
  });
}

/** Locks the employments of an account (if any) and those of an address. Call it before accounts are locked. */
export const lockEmployments = async (userId: string | null, email: string): Promise<void> => {
  await lockEmployees(userId, email);
};

/** Moves employments from an account to the one it is merged into. The person's decisions stay. */
export async function moveEmployments(fromUserId: string, toUserId: string): Promise<void> {
  await transaction(async () => {
    const moved = await moveEmployeesToUser(fromUserId, toUserId);
    await recordEvents([
      ...buildEvents("employment.user_account.disassociated", moved),
      ...buildEvents("employment.user_account.associated", moved),
    ]);
  });
}

/**
 * Prompts a person who signs in to connect: employments that were never shown to them become pending, and so do
 * rejected ones that were invited again since (specification, "Employee"; decision 0038). Inactive ones wait until they are
 * active again.
 */
export async function promptEmployments(userId: string): Promise<void> {
  await transaction(async () => {
    await associateEmployees(userId);
    await recordEvents(buildEvents("employment.connection.pending", await setEmployeesPending(userId)));
  });
}

async function changeConnection(
  userId: string,
  employeeId: string,
  [from, to]: [EmployeeState, "accepted" | "rejected"],
): Promise<void> {
  if (!isUuid(employeeId)) throw notFound();
  await transaction(async () => {
    const moved = await setEmployeeState(userId, employeeId, from, to);
    if (moved) return recordEvents(buildEvents(`employment.connection.${to}`, [moved]));
    const found = await findEmploymentState(userId, employeeId);
    if (!found) throw notFound();
    if (to === "accepted" && found.deactivatedAt)
      throw unprocessable("inactive_employee", "This employer has marked you as inactive.");
    throw unprocessable("invalid_transition", `This connection is ${found.state}, not ${from}.`);
  });
}

/**
 * Accepts a pending connection. Throws 404 for another person's, and 422 when the employee is inactive, or that names the
 * state when it is not pending.
 */
export const acceptEmployment = (userId: string, employeeId: string): Promise<void> =>
  changeConnection(userId, employeeId, ["pending", "accepted"]);

/** Rejects a pending connection. Throws the same errors as `acceptEmployment`. */
export const rejectEmployment = (userId: string, employeeId: string): Promise<void> =>
  changeConnection(userId, employeeId, ["pending", "rejected"]);

/** Ends an accepted connection. Throws the same errors as `acceptEmployment`. */
export const leaveEmployment = (userId: string, employeeId: string): Promise<void> =>
  changeConnection(userId, employeeId, ["accepted", "rejected"]);

/**
 * Collects the events of changed badges for the employers of their earners. Call it in the transaction of the
 * changes, after them, and record the events there. Connections are locked from here to the commit.
 */
export async function collectEmploymentBadgeEvents(changes: EmploymentBadgeChange[]): Promise<NewEvent[]> {
  const snapshots = changes.flatMap(({ before, after }) => [before, after]);
  const userIds = [...new Set(snapshots.flatMap((snapshot) => snapshot?.userId ?? []))];
  const unclaimed = changes.filter(({ before, after }) => before?.userId === null || after?.userId === null);
  const emails = [...new Set(unclaimed.map(({ badge }) => badge.recipientEmail))];
  if (userIds.length + emails.length === 0) return [];
  const employers = (await lockEmploymentsShared(userIds, emails)).flatMap((row): Employer[] =>
    isConnected(row) && row.userId !== null ? [{ ...row, userId: row.userId }] : [],
  );
  return changes.flatMap((change) => buildEmploymentBadgeEvents(employers, change));
}
