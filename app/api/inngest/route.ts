import { serve } from "inngest/next";
import { inngest, sweep, usesInngest, workMessage } from "@/lib/jobs/inngest";

const handlers = serve({ client: inngest, functions: [workMessage, sweep] });

type Handler = (typeof handlers)["GET"];

/** Without Inngest's variables there is nothing here: nobody outside may run jobs. */
const guarded =
  (handler: Handler): Handler =>
  (request, context) =>
    usesInngest() ? handler(request, context) : Promise.resolve(new Response(null, { status: 404 }));

export const GET = guarded(handlers.GET);
export const POST = guarded(handlers.POST);
export const PUT = guarded(handlers.PUT);
