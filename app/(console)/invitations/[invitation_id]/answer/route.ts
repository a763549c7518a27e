import { respondInContext } from "@/lib/http/endpoints/incoming";
import { publicUrl } from "@/lib/kernel/env";
import { acceptByForm } from "./answer";

type Context = { params: Promise<{ invitation_id: string }> };

/** Handles the form of the page of an invitation. */
export const POST = (request: Request, { params }: Context): Promise<Response> =>
  respondInContext(request, async () => {
    const { location, headers } = await acceptByForm((await params).invitation_id, request);
    return new Response(null, {
      status: 303,
      headers: { ...headers, Location: location, "Cache-Control": "no-store" },
    });
  });

/** Redirects to the page, for people who reload the URL of the form. Changes nothing. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { invitation_id: id } = await params;
  return Response.redirect(publicUrl(`/invitations/${encodeURIComponent(id)}`), 303);
}
