import { Gauge, Registry } from "prom-client";
import { log } from "@/lib/kernel/log";
import { readOutboxDepth } from "@/lib/kernel/outbox/depth";
import { addExpiryMetrics } from "./expiry-metrics";

/** Adds the metrics of the queue, which is read at each scrape, because PostgreSQL has it for all processes. */
async function addQueueMetrics(registry: Registry): Promise<void> {
  const registers = [registry];
  const messages = new Gauge({
    name: "outbox_messages",
    help: "Webhooks, e-mails and imports that are due, leased by a worker, scheduled for later, failing on our side, or failed for good.",
    labelNames: ["kind", "state"],
    registers,
  });
  const oldest = new Gauge({
    name: "outbox_oldest_due_seconds",
    help: "Age of the message that has been due for longest.",
    labelNames: ["kind"],
    registers,
  });
  try {
    for (const { kind, oldestDueSeconds, ...states } of await readOutboxDepth()) {
      for (const [state, count] of Object.entries(states)) messages.set({ kind, state }, count);
      oldest.set({ kind }, oldestDueSeconds);
    }
  } catch (error) {
    // When the database is unavailable, the metrics of the processes are still worth returning.
    log.warn({ err: error }, "the queue could not be measured");
  }
}

/**
 * Returns the metrics of the whole installation: of the queue, and of what is about to end. Both wait for the database at
 * the same time: a scrape has ten seconds.
 */
export async function installationMetrics(): Promise<string> {
  const registry = new Registry();
  await Promise.all([addQueueMetrics(registry), addExpiryMetrics(registry)]);
  return registry.metrics();
}
