import { respondInContext } from "@/lib/http/endpoints/incoming";
import { verifyUpload } from "./upload";

/** Handles the form with a file. Redirects to the page, whose address contains the result; nothing is stored. */
export const POST = (request: Request): Promise<Response> =>
  respondInContext(request, async () => {
    const headers = { Location: await verifyUpload(request), "Cache-Control": "no-store" };
    return new Response(null, { status: 303, headers });
  });
