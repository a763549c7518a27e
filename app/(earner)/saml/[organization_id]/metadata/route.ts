import { errorResponse, respondInContext } from "@/lib/http/endpoints/incoming";
import { buildServiceMetadata } from "@/lib/accounts/saml/provider";
import { notFound } from "@/lib/kernel/errors";
import { isUuid } from "@/lib/kernel/ids";

type Context = { params: Promise<{ organization_id: string }> };

/** Sends the metadata of this service for the provider of an organization. It is the same for every organization but for the id. */
export const GET = (request: Request, { params }: Context): Promise<Response> =>
  respondInContext(request, async () => {
    const { organization_id: id } = await params;
    if (!isUuid(id)) return errorResponse(notFound());
    return new Response(buildServiceMetadata(id.toLowerCase()), {
      headers: { "Content-Type": "application/samlmetadata+xml; charset=utf-8" },
    });
  });
