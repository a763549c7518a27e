import { setTimeout as sleep } from "node:timers/promises";
import { env } from "@/lib/kernel/env";
import { log } from "@/lib/kernel/log";
import { enableTracing } from "@/lib/kernel/tracing";

/** A collector that is slow delays nothing: batches wait in memory, and spans beyond this number are dropped. */
const MAX_WAITING_SPANS = 8_192;
const BATCH_SIZE = 512;
const BATCH_PAUSE_MS = 2_000;
const EXPORT_TIMEOUT_MS = 5_000;
/** How long a stop waits for the last spans. */
const STOP_TIMEOUT_MS = 2_000;
const WARNING_PAUSE_MS = 60_000;
const MAX_REASON_LENGTH = 300;

let stopExport: (() => Promise<void>) | null = null;

const isConfigured = (): boolean =>
  (env().OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? env().OTEL_EXPORTER_OTLP_ENDPOINT) !== undefined;

async function createSampler() {
  const { AlwaysOffSampler, AlwaysOnSampler, ParentBasedSampler, TraceIdRatioBasedSampler } =
    await import("@opentelemetry/sdk-trace-base");
  const { OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: ratio } = env();
  const roots = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  };
  const root = roots[name.replace("parentbased_", "") as keyof typeof roots]();
  return name.startsWith("parentbased_") ? new ParentBasedSampler({ root }) : root;
}

/** Logs the failures of exports, at most one a minute. */
async function logFailures(): Promise<void> {
  const { diag, DiagLogLevel } = await import("@opentelemetry/api");
  let next = 0;
  const warn = (message: string): void => {
    if (performance.now() < next) return;
    next = performance.now() + WARNING_PAUSE_MS;
    log.warn({ reason: message.slice(0, MAX_REASON_LENGTH) }, "traces are not exported");
  };
  const ignore = (): void => undefined;
  diag.setLogger(
    { error: warn, warn, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}

/**
 * Records traces of this process and sends them to the collector of OTEL_EXPORTER_OTLP_ENDPOINT. Does nothing, and loads
 * nothing, without one. Call it before connections to the database are opened.
 */
export async function startTracing(role: "web" | "runner"): Promise<void> {
  if (!isConfigured()) return;
  const [
    api,
    sdk,
    { OTLPTraceExporter },
    { AsyncLocalStorageContextManager },
    resources,
    { createSafeExporter },
  ] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/sdk-trace-base"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/context-async-hooks"),
    import("@opentelemetry/resources"),
    import("./safe-exporter"),
  ]);
  await logFailures();
  const resource = resources
    .resourceFromAttributes({ "app.process": role, "process.pid": process.pid })
    // OTEL_RESOURCE_ATTRIBUTES may name the service too, but OTEL_SERVICE_NAME wins, as OpenTelemetry specifies.
    .merge(resources.detectResources({ detectors: [resources.envDetector] }))
    .merge(resources.resourceFromAttributes({ "service.name": env().OTEL_SERVICE_NAME }));
  const processor = new sdk.BatchSpanProcessor(
    createSafeExporter(new OTLPTraceExporter({ timeoutMillis: EXPORT_TIMEOUT_MS, concurrencyLimit: 4 })),
    {
      maxQueueSize: MAX_WAITING_SPANS,
      maxExportBatchSize: BATCH_SIZE,
      scheduledDelayMillis: BATCH_PAUSE_MS,
      exportTimeoutMillis: EXPORT_TIMEOUT_MS,
    },
  );
  const provider = new sdk.BasicTracerProvider({
    resource,
    sampler: await createSampler(),
    spanProcessors: [processor],
  });
  // Global, so that Next's spans of pages join ours. No propagator: Next would continue the traces of clients.
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  api.trace.setGlobalTracerProvider(provider);
  enableTracing();
  stopExport = () => provider.shutdown();
}

/** Sends the last spans, for at most two seconds. Never rejects. */
export async function stopTracing(): Promise<void> {
  if (!stopExport) return;
  const stopped = stopExport().catch((error: unknown) => log.warn({ err: error }, "traces are not exported"));
  await Promise.race([stopped, sleep(STOP_TIMEOUT_MS)]);
}
