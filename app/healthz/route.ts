import { requestAddress } from "@/lib/http/endpoints/incoming";
import { RETRY_AFTER_SECONDS } from "@/lib/kernel/errors";
import { describeInstallation } from "@/lib/platform/metrics/identity";
import { isReady } from "@/lib/platform/metrics/readiness";

export const dynamic = "force-dynamic";

/**
 * Responds with 200 if the database is reachable and has every migration; otherwise, and before the process stops, with
 * 503.
 */
export async function GET(request: Request): Promise<Response> {
  const challenge = new URLSearchParams(requestAddress(request).search).get("challenge");
  if (await isReady()) {
    const identity = await describeInstallation(challenge, (name) => request.headers.get(name));
    return Response.json({ status: "ok", ...identity });
  }
  return Response.json(
    { status: "unavailable" },
    { status: 503, headers: { "Retry-After": RETRY_AFTER_SECONDS } },
  );
}
