import { audited } from "@/lib/access/audit/service";
import { issueBatch } from "@/lib/badges/issued/batch";
import type { Actor, Author } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { ApiError } from "@/lib/kernel/errors";
import { problemsOf } from "./check";
import { lockRunning, saveImport } from "./queries";
import { findWaitingRows, saveResults, type RowResult } from "./row-queries";
import { bodyOfRow, type RowBody } from "./row-body";
import type { ImportRow } from "./serializer";
import { storedSettings } from "./settings";

/**
 * Rows per transaction: few enough that no other caller waits long for its locks, above all for the count of the
 * template.
 */
const STEP = 250;

/** Whether the person who started an import may still issue badges. */
export type Standing = (author: Author) => Promise<boolean>;

/** Returns the author of the badges: the person or token that started the import. */
const authorOf = ({ organizationId, startedByType, startedById, startedByName }: ImportRow): Author => ({
  organizationId,
  actor: { type: startedByType as Actor["type"], id: startedById ?? "", name: startedByName ?? "" },
});

type Waiting = { number: number; row: RowBody };

const resultOf = (
  { number, row }: Waiting,
  result: Awaited<ReturnType<typeof issueBatch>>[number],
): RowResult =>
  result instanceof ApiError
    ? { number, status: "failed", badge_id: null, problems: problemsOf(result, row) }
    : { number, status: "issued", badge_id: result.id, problems: null };

async function end(
  author: Author,
  row: ImportRow,
  outcome: { state: "done" | "stopped"; stopReason?: string },
) {
  const action = outcome.state === "done" ? "badge_import.finish" : "badge_import.stop";
  const now = clock.now();
  await audited(author, action, row.id, () =>
    saveImport(row.organizationId, row.id, { ...outcome, finishedAt: now, updatedAt: now }),
  );
}

/** Issues the next rows and saves and counts their results. Returns true when there may be more. */
async function issueNext(author: Author, row: ImportRow): Promise<boolean> {
  const settings = storedSettings(row);
  const waiting = (await findWaitingRows(row, STEP)).map(({ number, cells }) => ({
    number,
    row: bodyOfRow(cells, settings),
  }));
  const badges = waiting.map((one) => one.row.body);
  const issued = badges.length > 0 ? await issueBatch(author, { badges }) : [];
  const results = waiting.flatMap((one, index) => {
    const result = issued[index];
    return result ? [resultOf(one, result)] : [];
  });
  await saveResults(row, results);
  const failed = results.filter(({ status }) => status === "failed").length;
  await saveImport(row.organizationId, row.id, {
    issuedCount: row.issuedCount + results.length - failed,
    failedCount: row.failedCount + failed,
    updatedAt: clock.now(),
  });
  return waiting.length === STEP;
}

/**
 * Does one step of a run in one transaction: badges, results of rows and counts are committed together or not at all,
 * so that a crash neither loses nor duplicates a badge. Steps of the same import run one after another. The
 * permission of the person who started it is checked again each time. Returns true when there is more to do.
 */
export function runStep(id: string, standing: Standing): Promise<boolean> {
  return transaction(async () => {
    const row = await lockRunning(id);
    if (!row) return false;
    const author = authorOf(row);
    if (!(await standing(author))) {
      const stopReason = `${author.actor.name} may no longer issue badges here.`;
      await end(author, row, { state: "stopped", stopReason });
      return false;
    }
    if (await issueNext(author, row)) return true;
    await end(author, row, { state: "done" });
    return false;
  });
}
