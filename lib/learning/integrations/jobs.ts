import { transaction } from "@/lib/kernel/db";
import { deleteCourseData, deleteSomeData, holdDeletedIntegration } from "./data-queries";

/** The most rows that one run deletes. */
const TURN = 10_000;

/**
 * Deletes the students, gradables, grades, awards and logs of deleted integrations: up to 10,000 rows of one table in
 * each run. Returns true when more may be left. If a process dies during a run, the next run deletes those rows.
 */
export const removeCourseData = (): Promise<boolean> =>
  transaction(async () => {
    const id = await holdDeletedIntegration();
    if (id === null) return false;
    if ((await deleteSomeData(id, TURN)) === 0) await deleteCourseData(id);
    return true;
  });
