import { answerInContext } from "@/lib/http/endpoints/incoming";
import { publicUrl } from "@/lib/kernel/env";
import { acceptByForm } from "./answer";

type Context = { params: Promise<{ invitation_id: string }> };

/** The form of the page of an invitation. */
export const POST = (request: Request, { params }: Context): Promise<Response> =>
  answerInContext(request, async () => {
    const { location, headers } = await acceptByForm((await params).invitation_id, request);
    return new Response(null, {
      status: 303,
      headers: { ...headers, Location: location, "Cache-Control": "no-store" },
    });
  });

/** Never acts; somebody reloaded the address of the form. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { invitation_id: id } = await params;
  return Response.redirect(publicUrl(`/invitations/${encodeURIComponent(id)}`), 303);
}
