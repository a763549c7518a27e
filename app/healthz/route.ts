import { RETRY_AFTER_SECONDS } from "@/lib/kernel/errors";
import { isReady } from "@/lib/platform/metrics/readiness";

export const dynamic = "force-dynamic";

/** Responds with 200 if the database is reachable and has every migration; otherwise with 503. */
export async function GET(): Promise<Response> {
  if (await isReady()) return Response.json({ status: "ok" });
  return Response.json(
    { status: "unavailable" },
    { status: 503, headers: { "Retry-After": RETRY_AFTER_SECONDS } },
  );
}
