import { env } from "@/lib/kernel/env";
import { isSameSecret } from "@/lib/kernel/secrets";
import { collectMetrics } from "@/lib/platform/metrics/process-metrics";
import { Gauge, Registry } from "prom-client";
import { log } from "@/lib/kernel/log";
import { describeFailure } from "@/lib/kernel/outage-log";
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
    log.warn(describeFailure(error), "the queue could not be measured");
  }
}

/**
 * Returns the metrics of the whole installation: of the queue, and of what is about to end. Both wait for the database at
 * the same time: a scrape has ten seconds.
 */
async function installationMetrics(): Promise<string> {
  const registry = new Registry();
  await Promise.all([addQueueMetrics(registry), addExpiryMetrics(registry)]);
  return registry.metrics();
}

type MetricsResponse = { status: number; headers: Record<string, string>; text: string | null };

/**
 * Builds the response to a request for metrics, in Prometheus' text format: 404 if METRICS_TOKEN is not set, 401 without
 * it as Bearer token.
 */
export async function buildMetricsResponse(authorization: string | null): Promise<MetricsResponse> {
  const { METRICS_TOKEN } = env();
  if (!METRICS_TOKEN) return { status: 404, headers: {}, text: null };
  const givenToken = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
  if (!givenToken || !isSameSecret(givenToken, METRICS_TOKEN))
    return { status: 401, headers: { "WWW-Authenticate": "Bearer" }, text: null };
  const texts = await Promise.all([collectMetrics(), installationMetrics()]);
  return {
    status: 200,
    headers: { "Content-Type": "text/plain; version=0.0.4; charset=utf-8", "Cache-Control": "no-store" },
    text: texts.join("\n"),
  };
}
