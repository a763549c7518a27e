import { buildMetricsResponse } from "@/lib/operations/jobs/metrics";

export const dynamic = "force-dynamic";

/** Responds with metrics for Prometheus: 404 if METRICS_TOKEN is not set, 401 without it as Bearer token. */
export async function GET(request: Request): Promise<Response> {
  const { text, ...init } = await buildMetricsResponse(request.headers.get("authorization"));
  return new Response(text, init);
}
