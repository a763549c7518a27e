import type { EmploymentBadge } from "./schema";
import { presentEmploymentBadge, type EmployeeBadgeRow } from "./serializer";

/** A badge in an event. `isOwn` is true when the organization issued it or owns its template. */
export type EventBadgeRow = EmployeeBadgeRow & { isOwn: boolean };

/**
 * Presents the badge of an event as it became visible to the employer or stopped being so. Another issuer's badge
 * that is no longer visible is shown as the employer saw it, because its later states are private to the employee.
 */
export const presentEventBadge = (row: EventBadgeRow): EmploymentBadge =>
  presentEmploymentBadge(
    row.isOwn || (row.state === "accepted" && row.public)
      ? row
      : { ...row, state: "accepted", public: false },
  );
