import { serve } from "inngest/next";
import { hourly, inngest, sweep, usesInngest, workQueue } from "@/lib/platform/jobs/inngest";
import { env } from "@/lib/kernel/env";

type Handlers = ReturnType<typeof serve>;
type Method = "GET" | "POST" | "PUT";

let made: Handlers | undefined;

// Only Inngest itself, by its signature, may ask for a registration; and it is always one of APP_URL, whatever Host a
// request names.
const handlers = (): Handlers =>
  (made ??= serve({
    client: inngest,
    functions: [workQueue, sweep, ...hourly],
    serveOrigin: env().APP_URL,
    enableUnauthedSync: false,
  }));

/** Without Inngest's variables there is nothing here: nobody outside may run jobs. */
const guarded =
  (method: Method): Handlers[Method] =>
  (request, context) =>
    usesInngest()
      ? handlers()[method](request, context)
      : Promise.resolve(new Response(null, { status: 404 }));

export const GET = guarded("GET");
export const POST = guarded("POST");
export const PUT = guarded("PUT");
