import { transaction } from "@/lib/kernel/db";
import { deleteCourseData, deleteSomeData, holdDeletedIntegration } from "./data-queries";

/** Rows that a turn deletes. */
const TURN = 10_000;

/**
 * Deletes the students, gradables, grades, awards and logs that deleted integrations left. One turn takes up to 10,000
 * rows of one of them; true when more may be left. Who dies within a turn leaves its rows to the next one.
 */
export const removeCourseData = (): Promise<boolean> =>
  transaction(async () => {
    const id = await holdDeletedIntegration();
    if (id === null) return false;
    if ((await deleteSomeData(id, TURN)) === 0) await deleteCourseData(id);
    return true;
  });
