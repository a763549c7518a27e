import { outboxMetrics } from "@/lib/platform/jobs/metrics";
import { env } from "@/lib/kernel/env";
import { collectMetrics } from "@/lib/platform/metrics/process-metrics";
import { isSameSecret } from "@/lib/kernel/secrets";

export const dynamic = "force-dynamic";

/** Responds with metrics for Prometheus: 404 if METRICS_TOKEN is not set, 401 without it as Bearer token. */
export async function GET(request: Request): Promise<Response> {
  const { METRICS_TOKEN } = env();
  if (!METRICS_TOKEN) return new Response(null, { status: 404 });
  const givenToken = /^Bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  if (!givenToken || !isSameSecret(givenToken, METRICS_TOKEN)) {
    return new Response(null, { status: 401, headers: { "WWW-Authenticate": "Bearer" } });
  }
  const texts = await Promise.all([collectMetrics(), outboxMetrics()]);
  const headers = { "Content-Type": "text/plain; version=0.0.4; charset=utf-8", "Cache-Control": "no-store" };
  return new Response(texts.join("\n"), { headers });
}
