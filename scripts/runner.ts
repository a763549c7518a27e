import { setProcessKind } from "@/lib/kernel/application-name";
import { disconnect } from "@/lib/kernel/db";
import { startAuditAppender } from "@/lib/operations/jobs/audit-appender";
import { redirectConsoleToLog } from "@/lib/kernel/console-log";
import { env } from "@/lib/kernel/env";
import { log } from "@/lib/kernel/log";
import { logProcessFaults } from "@/lib/kernel/process-faults";
import { reportMetrics } from "@/lib/platform/metrics/process-metrics";
import { PROBE_OPTION } from "@/lib/kernel/programs";
import { startProbeServer } from "@/lib/operations/jobs/probe-server";
import { startTracing, stopTracing } from "@/lib/platform/tracing/service";
import { closeMailTransport } from "@/lib/delivery/mail/transport";

setProcessKind("jobs");
redirectConsoleToLog();
logProcessFaults();
await startTracing("runner");

/** The process for background jobs: runs the jobs that are due, or wakes Inngest to run them. */
const runner = env().inngest
  ? (await import("@/lib/operations/jobs/waker")).startWaker()
  : (await import("@/lib/operations/jobs/embedded-runner")).startEmbeddedRunner();

const appender = startAuditAppender();

if (env().INNGEST_DEV)
  log.warn(
    "INNGEST_DEV: requests to /api/inngest are not signed, so anyone can run jobs (for development only)",
  );

const probes = process.argv.includes(PROBE_OPTION) ? startProbeServer(env().PORT) : null;

let stopping = false;
const stop = (): void => {
  if (stopping) return;
  stopping = true;
  probes?.close();
  void Promise.all([runner.stop(), appender.stop()])
    .then(closeMailTransport)
    .then(disconnect)
    .then(stopTracing)
    .finally(() => process.exit(0));
};
process.on("message", (message) => {
  if (message === "stop") stop();
});
reportMetrics();
process.on("disconnect", stop);
process.on("SIGINT", () => undefined);
process.on("SIGTERM", stop);
// The supervisor may have ended while this was loading, before there was a listener for it.
if (process.send && !process.connected) stop();
else process.send?.("ready");
