import { verifyUpload } from "./upload";

/** The form of the page, with a file: the answer is shown by the page itself, at an address that keeps nothing. */
export async function POST(request: Request): Promise<Response> {
  const headers = { Location: await verifyUpload(request), "Cache-Control": "no-store" };
  return new Response(null, { status: 303, headers });
}
