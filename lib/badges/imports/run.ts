import { withAuditEntry } from "@/lib/access/audit/service";
import { issueBatch } from "@/lib/badges/issued/batch";
import type { Actor, Author } from "@/lib/access/callers/caller";
import { recordNotices } from "@/lib/organizations/notices/record";
import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { ApiError } from "@/lib/kernel/errors";
import { toImportProblems } from "./check";
import { lockStartedImport, saveImport } from "./queries";
import { findRowsToIssue, saveRowResults, type RowResult } from "./row-queries";
import { parseRow, type ParsedRow } from "./parse-row";
import { findRowTemplates } from "./row-templates";
import type { ImportRecord } from "./serializer";
import { readStoredSettings } from "./settings";

/**
 * Rows per transaction: few enough that no other caller waits long for its locks, above all for the count of the
 * template.
 */
const ROWS_PER_STEP = 250;

/** Whether the person who started an import may still issue badges. */
export type PermissionCheck = (author: Author) => Promise<boolean>;

/** Returns the author of the badges: the person or token that started the import. */
const importAuthor = ({
  organizationId,
  startedByType,
  startedById,
  startedByName,
}: ImportRecord): Author => ({
  organizationId,
  actor: { type: startedByType as Actor["type"], id: startedById ?? "", name: startedByName ?? "" },
});

type RowToIssue = { number: number; row: ParsedRow };

const toRowResult = (
  { number, row }: RowToIssue,
  result: Awaited<ReturnType<typeof issueBatch>>[number],
): RowResult =>
  result instanceof ApiError
    ? {
        number,
        status: "failed",
        badge_id: null,
        problems: row.templateProblem ? [row.templateProblem] : toImportProblems(result, row),
      }
    : { number, status: "issued", badge_id: result.id, problems: null };

/** Notifies the person who started an import, in the transaction that finishes it. Tokens and applications get no notice. */
async function notifyStarter(
  { organizationId, actor }: Author,
  { id, fileName, issuedCount, failedCount, errorCount }: ImportRecord,
  outcome: "done" | "stopped",
  now: Date,
): Promise<void> {
  if (actor.type !== "User") return;
  await recordNotices([
    {
      kind: "import_finished",
      organizationId,
      userId: actor.id,
      // A stopped import can be started again.
      key: `import:${id}:${now.getTime()}`,
      data: {
        import_id: id,
        file_name: fileName,
        outcome,
        issued_count: issuedCount,
        // Rows with an error were left out. Their person has no badge either.
        failed_count: failedCount + errorCount,
      },
    },
  ]);
}

async function finishRun(
  author: Author,
  row: ImportRecord,
  outcome: { state: "done" | "stopped"; stopReason?: string },
) {
  const action = outcome.state === "done" ? "badge_import.finish" : "badge_import.stop";
  const now = clock.now();
  const finished = await withAuditEntry(author, action, row.id, () =>
    saveImport(row.organizationId, row.id, { ...outcome, finishedAt: now, updatedAt: now }),
  );
  await notifyStarter(author, finished, outcome.state, now);
}

/** Issues the next rows and saves and counts their results. Returns true when there may be more. */
async function issueNextRows(author: Author, row: ImportRecord): Promise<boolean> {
  const settings = readStoredSettings(row);
  const nextRows = await findRowsToIssue(row, ROWS_PER_STEP);
  const templates = await findRowTemplates(row.organizationId, settings, nextRows);
  const rowsToIssue = nextRows.map(({ number, cells }) => ({
    number,
    row: parseRow(cells, settings, templates),
  }));
  const badges = rowsToIssue.map((one) => one.row.body);
  const issued = badges.length > 0 ? await issueBatch(author, { badges }) : [];
  const results = rowsToIssue.flatMap((one, index) => {
    const result = issued[index];
    return result ? [toRowResult(one, result)] : [];
  });
  await saveRowResults(row, results);
  const failed = results.filter(({ status }) => status === "failed").length;
  await saveImport(row.organizationId, row.id, {
    issuedCount: row.issuedCount + results.length - failed,
    failedCount: row.failedCount + failed,
    updatedAt: clock.now(),
  });
  return rowsToIssue.length === ROWS_PER_STEP;
}

/** Starts a scheduled import whose time has come. */
const beginRun = (author: Author, row: ImportRecord) =>
  withAuditEntry(author, "badge_import.start", row.id, () =>
    saveImport(row.organizationId, row.id, {
      state: "running",
      scheduledAt: null,
      startedAt: clock.now(),
      updatedAt: clock.now(),
    }),
  );

/**
 * Issues the next rows of an import in one transaction, or finishes it when none are left: badges, results of rows
 * and counts are committed together or not at all, so that a crash neither loses nor duplicates a badge. Steps of the
 * same import run one after another. The permission of the person who started it is checked again each time. Returns
 * when to do the next step: now, at the time of an import that was scheduled for later meanwhile, or never (null).
 */
export function runImportStep(id: string, mayStillIssue: PermissionCheck): Promise<Date | null> {
  return transaction(async () => {
    const row = await lockStartedImport(id);
    if (!row) return null;
    if (row.scheduledAt && row.scheduledAt > clock.now()) return row.scheduledAt;
    const author = importAuthor(row);
    if (!(await mayStillIssue(author))) {
      const stopReason = "The person or token that started it may no longer issue badges here.";
      await finishRun(author, row, { state: "stopped", stopReason });
      return null;
    }
    if (row.state === "scheduled") await beginRun(author, row);
    if (await issueNextRows(author, row)) return clock.now();
    await finishRun(author, row, { state: "done" });
    return null;
  });
}
