import cluster from "node:cluster";
import type { MetricObjectWithValues, MetricValue } from "prom-client";
import { newId } from "@/lib/kernel/ids";
import { log } from "@/lib/kernel/log";
import { registry } from "./metrics";

type Families = MetricObjectWithValues<MetricValue<string>>[];

/**
 * The messages about metrics between processes of an installation: a process that is scraped sends `collect` to the
 * supervisor, which sends `report` to every process, and returns the sum.
 */
export type MetricsMessage = { metrics: "collect" | "report" | "reported" | "collected"; id: string } & {
  families?: Families;
  text?: string;
};

const COLLECT_TIMEOUT_MS = 2_000;

export const isMetricsMessage = (message: unknown): message is MetricsMessage =>
  typeof message === "object" && message !== null && "metrics" in message && "id" in message;

// Does nothing without a supervisor, and ignores errors when it is just ending.
const sendToSupervisor = (message: MetricsMessage): void => {
  process.send?.(message, undefined, undefined, () => undefined);
};

/** Lets the supervisor read the metrics of this process. */
export function reportMetrics(): void {
  process.on("message", (message) => {
    if (!isMetricsMessage(message) || message.metrics !== "report") return;
    registry()
      .getMetricsAsJSON()
      .then((families) =>
        sendToSupervisor({ metrics: "reported", id: message.id, families: families as Families }),
      )
      .catch((error: unknown) => log.warn({ err: error }, "metrics not reported"));
  });
}

function collectFromSupervisor(): Promise<string> {
  const id = newId();
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      process.off("message", listen);
    };
    const listen = (message: unknown): void => {
      if (!isMetricsMessage(message) || message.id !== id || message.metrics !== "collected") return;
      end();
      resolve(message.text ?? "");
    };
    const timer = setTimeout(() => {
      end();
      reject(new Error("The supervisor did not answer."));
    }, COLLECT_TIMEOUT_MS);
    process.on("message", listen);
    sendToSupervisor({ metrics: "collect", id });
  });
}

/**
 * Collects the metrics of all processes of the installation in Prometheus' text format; only those of this process when
 * there is no supervisor or it does not respond.
 */
export async function collectMetrics(): Promise<string> {
  if (!cluster.isWorker) return registry().metrics();
  try {
    return await collectFromSupervisor();
  } catch (error) {
    log.warn({ err: error }, "metrics of this process only");
    return registry().metrics();
  }
}
