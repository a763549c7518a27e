import { clientAddress } from "@/lib/kernel/client-address";
import { publicUrl } from "@/lib/kernel/env";
import { newId } from "@/lib/kernel/ids";
import { withRequestContext } from "@/lib/kernel/request-context";
import { acceptByForm } from "./answer";

type Context = { params: Promise<{ invitation_id: string }> };

/** The form of the page of an invitation. */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  const { invitation_id: id } = await params;
  const address = clientAddress((name) => request.headers.get(name));
  const work = () => acceptByForm(id, request);
  const { location, headers } = await withRequestContext({ requestId: newId(), address }, work);
  return new Response(null, {
    status: 303,
    headers: { ...headers, Location: location, "Cache-Control": "no-store" },
  });
}

/** Never acts; somebody reloaded the address of the form. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { invitation_id: id } = await params;
  return Response.redirect(publicUrl(`/invitations/${encodeURIComponent(id)}`), 303);
}
