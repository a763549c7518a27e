import { withAuditEntry } from "@/lib/access/audit/service";
import type { Integration, IntegrationCaller } from "@/lib/learning/requests/caller";
import { clock } from "@/lib/kernel/clock";
import type { PagedRows, Paging } from "@/lib/learning/requests/paging";
import type { LearningLogAction, Prisma } from "@/prisma/generated/client";
import { deleteLogRows, findLogPage, insertLogs } from "./queries";
import type { LogPeriod } from "./schema";
import type { LogRow } from "./serializer";

/**
 * What was done in an integration, for its LMS to read. `data` says what was changed (for `invalid_item` the extern id
 * that failed). It contains text from the LMS, never a secret.
 */
export type LogEntry = {
  action: LearningLogAction;
  type: "student" | "gradable" | "grade" | "rule" | "badge";
  /** One of the specification, "Log `error_id` values"; absent when nothing failed. */
  errorId?: string;
  data: Prisma.InputJsonValue;
};

/** Logs a change in its transaction, in one statement for all entries. */
export async function writeLogs(integration: Integration, entries: LogEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const given = entries.map(({ errorId = null, ...entry }) => ({ ...entry, errorId }));
  await insertLogs(integration, given, clock.now());
}

const logWhere = ({ organizationId, id }: Integration, { start, end }: LogPeriod) => ({
  organizationId,
  integrationId: id,
  createdAt: { ...(start ? { gt: start } : {}), ...(end ? { lt: end } : {}) },
});

/** Lists the log of an integration in the order written, after `start` and before `end` if given. */
export const listLogs = (
  { integration }: IntegrationCaller,
  { parameters, paging }: { parameters: LogPeriod; paging: Paging },
): Promise<PagedRows<LogRow>> => findLogPage(logWhere(integration, parameters), paging);

/** Deletes the log of an integration, after `start` and before `end` if given; returns the number of entries. */
export const deleteLogs = (
  caller: IntegrationCaller,
  { parameters }: { parameters: LogPeriod },
): Promise<number> =>
  withAuditEntry(caller, "learning_log.delete", String(caller.integration.id), async () => {
    const { count } = await deleteLogRows(logWhere(caller.integration, parameters));
    return count;
  });
