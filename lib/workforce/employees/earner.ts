import type { ListInput } from "@/lib/kernel/list/list-input";
import type { Earner } from "@/lib/access/callers/caller";
import { transaction } from "@/lib/kernel/db";
import { notFound } from "@/lib/kernel/errors";
import { isUuid } from "@/lib/kernel/ids";
import type { Page } from "@/lib/kernel/list/page";
import { acceptEmployment, leaveEmployment, rejectEmployment } from "./connection";
import { findAskingEmployments, findEarnerEmployment, findEarnerEmploymentPage } from "./connection-queries";
import type { EarnerEmploymentRow } from "./serializer";

/** The organizations that have a record of the signed-in person, what was decided last first. */
export function listEarnerEmployments(
  { userId }: Earner,
  input: ListInput,
): Promise<Page<EarnerEmploymentRow>> {
  return findEarnerEmploymentPage(userId, input.page);
}

/** So many are named where the person sees their badges; the page of employers has all. */
const MOST_NAMED = 5;

/** The organizations that ask the signed-in person to connect, the latest first, at most five. */
export const listAskingEmployers = ({ userId }: Earner): Promise<EarnerEmploymentRow[]> =>
  findAskingEmployments(userId, MOST_NAMED);

/** An employment of the person; 404 for another's, and in an organization without access to workforce data. */
async function ownEmployment(userId: string, id: string): Promise<EarnerEmploymentRow> {
  const row = isUuid(id) ? await findEarnerEmployment(userId, id) : null;
  if (!row) throw notFound();
  return row;
}

const answer = (
  { userId }: Earner,
  employeeId: string,
  decide: (userId: string, employeeId: string) => Promise<void>,
): Promise<EarnerEmploymentRow> =>
  transaction(async () => {
    const { id } = await ownEmployment(userId, employeeId);
    await decide(userId, id);
    return ownEmployment(userId, id);
  });

/** The person accepts a pending connection. 404 for another's, 422 that names the state when it is not pending. */
export const acceptEarnerEmployment = (earner: Earner, employeeId: string): Promise<EarnerEmploymentRow> =>
  answer(earner, employeeId, acceptEmployment);

/** The person rejects a pending connection; errors as `acceptEarnerEmployment`. */
export const rejectEarnerEmployment = (earner: Earner, employeeId: string): Promise<EarnerEmploymentRow> =>
  answer(earner, employeeId, rejectEmployment);

/** The person leaves a connection that they had accepted; errors as `acceptEarnerEmployment`. */
export const leaveEarnerEmployment = (earner: Earner, employeeId: string): Promise<EarnerEmploymentRow> =>
  answer(earner, employeeId, leaveEmployment);
