import { serve } from "inngest/next";
import { hourly, inngest, sweep, usesInngest, workQueue } from "@/lib/operations/jobs/inngest";
import { env } from "@/lib/kernel/env";

type Handlers = ReturnType<typeof serve>;
type Method = "GET" | "POST" | "PUT";

let cachedHandlers: Handlers | undefined;

// Only Inngest, by its signature, may request a registration. It registers what the environment says, whatever the Host header.
const getHandlers = (): Handlers =>
  (cachedHandlers ??= serve({
    client: inngest,
    functions: [workQueue, sweep, ...hourly],
    serveOrigin: env().INNGEST_SERVE_ORIGIN ?? env().APP_URL,
    enableUnauthedSync: false,
  }));

/** Responds with 404 unless Inngest is configured, so that no one outside can run jobs. */
const whenConfigured =
  (method: Method): Handlers[Method] =>
  (request, context) =>
    usesInngest()
      ? getHandlers()[method](request, context)
      : Promise.resolve(new Response(null, { status: 404 }));

export const GET = whenConfigured("GET");
export const POST = whenConfigured("POST");
export const PUT = whenConfigured("PUT");
