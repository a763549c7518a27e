import type { ListInput } from "@/lib/kernel/list/list-input";
import type { Earner } from "@/lib/access/callers/caller";
import { transaction } from "@/lib/kernel/db";
import { notFound } from "@/lib/kernel/errors";
import { isUuid } from "@/lib/kernel/ids";
import type { Page } from "@/lib/kernel/list/page";
import { acceptEmployment, leaveEmployment, rejectEmployment } from "./connection";
import { findPendingEmployments, findEarnerEmployment, findEarnerEmploymentPage } from "./queries";
import type { EarnerEmploymentRow } from "./serializer";

/** Lists the organizations that have a record of the signed-in person, the latest decision first. */
export function listEarnerEmployments(
  { userId }: Earner,
  input: ListInput,
): Promise<Page<EarnerEmploymentRow>> {
  return findEarnerEmploymentPage(userId, input.page);
}

/** How many are shown beside the person's badges. The page of employers shows all. */
const MAX_NAMED = 5;

/** Lists the organizations that ask the signed-in person to connect, the latest first, at most five. */
export const listPendingEmployments = ({ userId }: Earner): Promise<EarnerEmploymentRow[]> =>
  findPendingEmployments(userId, MAX_NAMED);

/**
 * Returns an employment of the person. Throws 404 for another person's, and in an organization without access to
 * workforce data.
 */
async function getOwnEmployment(userId: string, id: string): Promise<EarnerEmploymentRow> {
  const row = isUuid(id) ? await findEarnerEmployment(userId, id) : null;
  if (!row) throw notFound();
  return row;
}

const decideEmployment = (
  { userId }: Earner,
  employeeId: string,
  decide: (userId: string, employeeId: string) => Promise<void>,
): Promise<EarnerEmploymentRow> =>
  transaction(async () => {
    const { id } = await getOwnEmployment(userId, employeeId);
    await decide(userId, id);
    return getOwnEmployment(userId, id);
  });

/**
 * Accepts a pending connection. Throws 404 for another person's, and 422 when the employee is inactive, or that names the
 * state when it is not pending.
 */
export const acceptEarnerEmployment = (earner: Earner, employeeId: string): Promise<EarnerEmploymentRow> =>
  decideEmployment(earner, employeeId, acceptEmployment);

/** Rejects a pending connection. Throws the same errors as `acceptEarnerEmployment`. */
export const rejectEarnerEmployment = (earner: Earner, employeeId: string): Promise<EarnerEmploymentRow> =>
  decideEmployment(earner, employeeId, rejectEmployment);

/** Ends an accepted connection. Throws the same errors as `acceptEarnerEmployment`. */
export const leaveEarnerEmployment = (earner: Earner, employeeId: string): Promise<EarnerEmploymentRow> =>
  decideEmployment(earner, employeeId, leaveEmployment);
