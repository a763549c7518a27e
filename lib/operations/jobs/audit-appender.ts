import { appendAuditEntries } from "@/lib/oversight/audit-chain/jobs";
import { runAsJob } from "@/lib/kernel/db";
import { jobOutages } from "@/lib/kernel/outage-log";
import { withNewTrace } from "@/lib/kernel/tracing";

const PAUSE_MS = 60_000;

const appendTraced = (): Promise<boolean> =>
  withNewTrace("append audit entries", { "app.job": "append-audit-entries" }, () =>
    runAsJob(appendAuditEntries),
  );

/**
 * Appends new audit entries to the chains of their organizations every minute (decision 0124), with either runner. Any
 * number of processes may do so. `stop` finishes the current batch.
 */
export function startAuditAppender(): { stop: () => Promise<void> } {
  let isStopping = false;
  let timer: NodeJS.Timeout | undefined;
  const appendAll = async (): Promise<void> => {
    while (!isStopping && (await appendTraced()));
  };
  const appendAndSchedule = async (): Promise<void> => {
    await appendAll().then(
      () => jobOutages.recordSuccess("audit-entries"),
      (error: unknown) => jobOutages.recordFailure("audit-entries", error),
    );
    if (isStopping) return;
    timer = setTimeout(() => {
      turn = appendAndSchedule();
    }, PAUSE_MS);
  };
  let turn = appendAndSchedule();
  return {
    stop: async () => {
      isStopping = true;
      clearTimeout(timer);
      await turn;
    },
  };
}
