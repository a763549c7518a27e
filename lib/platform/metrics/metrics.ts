import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { processWide } from "@/lib/kernel/process-wide";
import { isWithoutRedis } from "@/lib/kernel/redis";

/** The metrics of this process. */
type Metrics = {
  registry: Registry;
  http: Histogram<"method" | "route" | "status">;
  deliveries: Counter<"outcome" | "reason">;
  mails: Counter<"outcome">;
  wakes: Counter<"outcome">;
  spans: Counter<"outcome">;
};

// From a cached look-up to the timeouts of clients.
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  new Gauge({
    name: "redis_unavailable_processes",
    help: "Processes that use Redis and work without it now, because it is down or does not respond.",
    registers,
    collect() {
      this.set(isWithoutRedis() ? 1 : 0);
    },
  });
  return {
    registry,
    http: new Histogram({
      name: "http_request_duration_seconds",
      help: "Requests of the API by route, and how long their responses took.",
      labelNames: ["method", "route", "status"],
      buckets: SECONDS,
      registers,
    }),
    deliveries: new Counter({
      name: "webhook_attempts_total",
      help: "Attempts to deliver a webhook: done, due (to be tried again) or failed (given up), and why.",
      labelNames: ["outcome", "reason"],
      registers,
    }),
    mails: new Counter({
      name: "mail_attempts_total",
      help: "Attempts to send an e-mail: sent, or refused temporarily (tried again) or permanently.",
      labelNames: ["outcome"],
      registers,
    }),
    wakes: new Counter({
      name: "inngest_sends_total",
      help: "Requests that ask Inngest to run jobs: sent, refused (the event key is wrong), not reached, or timed out.",
      labelNames: ["outcome"],
      registers,
    }),
    spans: new Counter({
      name: "trace_spans_total",
      help: "Spans of traces that were sent to the collector, or lost because it did not take them.",
      labelNames: ["outcome"],
      registers,
    }),
  };
}

const metrics = (): Metrics => processWide("metrics", createMetrics);

export const httpDuration = () => metrics().http;
export const webhookAttempts = () => metrics().deliveries;
export const mailAttempts = () => metrics().mails;
export const inngestSends = () => metrics().wakes;
export const traceSpans = () => metrics().spans;
export const registry = () => metrics().registry;
