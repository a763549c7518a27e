import type { EmploymentBadge } from "./schema";
import { presentEmploymentBadge, type EmployeeBadgeRow } from "./serializer";

/** A badge that an event names, by itself: `isOwn` when the organization issued it, or others from its templates. */
export type NamedBadgeRow = EmployeeBadgeRow & { isOwn: boolean };

/**
 * The badge that an event names as it came into the employer's view or went out of it. Another issuer's badge that is
 * out of view shows what the employer saw of it: what became of it since is the employee's own affair.
 */
export const presentNamedBadge = (row: NamedBadgeRow): EmploymentBadge =>
  presentEmploymentBadge(
    row.isOwn || (row.state === "accepted" && row.public)
      ? row
      : { ...row, state: "accepted", public: false },
  );
