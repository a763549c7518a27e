import type { ChildProcess } from "node:child_process";
import { AggregatorRegistry } from "prom-client";
import { isMetricsMessage, type MetricsMessage } from "@/lib/platform/metrics/process-metrics";

const REPORT_TIMEOUT_MS = 1_000;

type Process = Pick<ChildProcess, "connected" | "send" | "on" | "off">;
type Families = NonNullable<MetricsMessage["families"]>;

// The callback receives errors of a process that is ending, which would otherwise be an "error" event.
const sendMessage = (process: Process, message: MetricsMessage): void => {
  if (process.connected) process.send(message, () => undefined);
};

/** What each process reported last. Without it, a busy process would look like one whose counters began anew. */
const lastReports = new WeakMap<Process, Families>();

/** Requests the metrics of a process. One that does not respond within a second has those that it reported last. */
function requestReport(process: Process, id: string): Promise<Families> {
  return new Promise((resolve) => {
    const end = (families: Families): void => {
      clearTimeout(timer);
      process.off("message", listen);
      resolve(families);
    };
    const listen = (message: unknown): void => {
      if (!isMetricsMessage(message) || message.id !== id || message.metrics !== "reported") return;
      const families = message.families ?? [];
      lastReports.set(process, families);
      end(families);
    };
    const timer = setTimeout(() => end(lastReports.get(process) ?? []), REPORT_TIMEOUT_MS);
    process.on("message", listen);
    sendMessage(process, { metrics: "report", id });
  });
}

let readOwn: () => Promise<Families> = () => Promise.resolve([]);

/** Sets how the metrics of the supervisor itself are read: those of backups, which it alone knows. */
export function setSupervisorMetrics(read: () => Promise<Families>): void {
  readOwn = read;
}

/**
 * Responds to a process that requests the metrics of all: counts, sizes and processor time are summed, delays of the
 * event loop averaged (prom-client's rules for a cluster).
 */
export async function respondWithMetrics(
  message: unknown,
  requester: Process,
  running: Iterable<Process>,
): Promise<void> {
  if (!isMetricsMessage(message) || message.metrics !== "collect") return;
  const reports = await Promise.all([...running].map((process) => requestReport(process, message.id)));
  const text = await AggregatorRegistry.aggregate([...reports, await readOwn()]).metrics();
  sendMessage(requester, { metrics: "collected", id: message.id, text });
}
