import { env } from "@/lib/kernel/env";
import { isSameSecret } from "@/lib/kernel/secrets";
import { collectMetrics } from "@/lib/platform/metrics/process-metrics";
import { installationMetrics } from "./metrics";

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
