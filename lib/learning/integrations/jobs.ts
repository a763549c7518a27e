import { transaction } from "@/lib/kernel/db";
import { deleteCourseData, deleteDataBatch, lockDeletedIntegration } from "./queries";

/** The most rows that one run deletes. */
const MAX_ROWS = 10_000;

/**
 * Deletes the students, gradables, grades, awards and logs of deleted integrations: up to 10,000 rows of one table in
 * each run. Returns true when more may be left. If a process dies during a run, the next run deletes those rows.
 */
export const removeCourseData = (): Promise<boolean> =>
  transaction(async () => {
    const id = await lockDeletedIntegration();
    if (id === null) return false;
    if ((await deleteDataBatch(id, MAX_ROWS)) === 0) await deleteCourseData(id);
    return true;
  });
