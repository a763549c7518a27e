import { serve } from "inngest/next";
import { hourly, inngest, sweep, usesInngest, workQueue } from "@/lib/platform/jobs/inngest";
import { env } from "@/lib/kernel/env";

type Handlers = ReturnType<typeof serve>;
type Method = "GET" | "POST" | "PUT";

let made: Handlers | undefined;

// Only Inngest, by its signature, may request a registration. It always registers APP_URL, whatever the Host header.
const handlers = (): Handlers =>
  (made ??= serve({
    client: inngest,
    functions: [workQueue, sweep, ...hourly],
    serveOrigin: env().APP_URL,
    enableUnauthedSync: false,
  }));

/** Responds with 404 unless Inngest is configured, so that no one outside can run jobs. */
const guarded =
  (method: Method): Handlers[Method] =>
  (request, context) =>
    usesInngest()
      ? handlers()[method](request, context)
      : Promise.resolve(new Response(null, { status: 404 }));

export const GET = guarded("GET");
export const POST = guarded("POST");
export const PUT = guarded("PUT");
