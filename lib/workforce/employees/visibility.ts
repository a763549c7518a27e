import type { NewEvent } from "@/lib/platform/recording/record-events";
import type { EventType } from "@/lib/platform/recording/choices";
import type { Employer } from "@/lib/identity/users/serializer";
import type { BadgeState, EmployeeState } from "@/prisma/generated/client";

/**
 * Checks whether an employer sees what an earner shares with it: they accepted the connection, and are an active employee
 * (decision 0144). The queries that look for connected employees have the same rule in SQL.
 */
export const isConnected = ({
  state,
  deactivatedAt,
}: {
  state: EmployeeState;
  deactivatedAt: Date | null;
}): boolean => state === "accepted" && deactivatedAt === null;

/** What decides who sees a badge. */
export type BadgeSnapshot = { state: BadgeState; public: boolean; userId: string | null };

/** A change of one badge; without `before` it was issued, without `after` it was deleted. */
export type EmploymentBadgeChange = {
  badge: { id: string; organizationId: string; templateOrganizationId: string; recipientEmail: string };
  before: BadgeSnapshot | null;
  after: BadgeSnapshot | null;
};

type Badge = EmploymentBadgeChange["badge"];

/** An unclaimed badge belongs to the address it was sent to, which its issuer knows. */
const belongsTo = (employer: Employer, badge: Badge, { userId }: BadgeSnapshot): boolean =>
  userId === null
    ? badge.recipientEmail === employer.email && badge.organizationId === employer.organizationId
    : userId === employer.userId;

const isFromEmployer = ({ organizationId }: Employer, badge: Badge): boolean =>
  badge.organizationId === organizationId || badge.templateOrganizationId === organizationId;

/**
 * Checks whether an employer sees a badge of its employee who accepted the connection: one that it issued, or that
 * was issued from its templates, and otherwise accepted public badges (specification, "data").
 * lib/workforce/employees/queries.ts has the same rule in SQL.
 */
const isVisible = (employer: Employer, badge: Badge, snapshot: BadgeSnapshot | null): boolean =>
  snapshot !== null &&
  belongsTo(employer, badge, snapshot) &&
  (isFromEmployer(employer, badge) || (snapshot.public && snapshot.state === "accepted"));

/** Lists the changes of a badge that the employer saw before and sees now. One change may be both. */
const listSeenChanges = (before: BadgeSnapshot, after: BadgeSnapshot): EventType[] => [
  ...(before.state === after.state ? [] : ["employment.badges.state_changed" as const]),
  ...(before.public === after.public ? [] : ["employment.badges.privacy_changed" as const]),
];

function listEventTypes(employer: Employer, { badge, before, after }: EmploymentBadgeChange): EventType[] {
  const seenBefore = isVisible(employer, badge, before) ? before : null;
  const seenAfter = isVisible(employer, badge, after) ? after : null;
  if (seenBefore && seenAfter) return listSeenChanges(seenBefore, seenAfter);
  if (seenAfter) return ["employment.badges.added"];
  return seenBefore ? ["employment.badges.removed"] : [];
}

/** Builds the events for the employers of an earner about a change of one badge (specification, "Event types"). */
export const buildEmploymentBadgeEvents = (
  employers: Employer[],
  change: EmploymentBadgeChange,
): NewEvent[] =>
  employers.flatMap((employer) =>
    listEventTypes(employer, change).map((eventType) => ({
      organizationId: employer.organizationId,
      eventType,
      subjectId: employer.employeeId,
      causeId: change.badge.id,
      data: { badge_id: change.badge.id },
    })),
  );
