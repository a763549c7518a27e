import { isReady } from "@/lib/kernel/readiness";

export const dynamic = "force-dynamic";

/** 200 while requests can be served: the database answers and has every migration; 503 otherwise. */
export async function GET(): Promise<Response> {
  const ready = await isReady();
  return Response.json({ status: ready ? "ok" : "unavailable" }, { status: ready ? 200 : 503 });
}
