import { RETRY_AFTER } from "@/lib/kernel/errors";
import { isReady } from "@/lib/platform/metrics/readiness";

export const dynamic = "force-dynamic";

/** 200 while requests can be served: the database answers and has every migration; 503 otherwise. */
export async function GET(): Promise<Response> {
  if (await isReady()) return Response.json({ status: "ok" });
  return Response.json({ status: "unavailable" }, { status: 503, headers: { "Retry-After": RETRY_AFTER } });
}
