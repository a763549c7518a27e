import { verifyUpload } from "./upload";

/** Handles the form with a file. Redirects to the page, whose address contains the result; nothing is stored. */
export async function POST(request: Request): Promise<Response> {
  const headers = { Location: await verifyUpload(request), "Cache-Control": "no-store" };
  return new Response(null, { status: 303, headers });
}
