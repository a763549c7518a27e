import { unavailableDocument } from "@/components/issued-badges/unavailable-document";
import { badgePage } from "@/lib/issued-badges/serializer";
import { getPublicBadge } from "@/lib/issued-badges/service";
import { ApiError } from "@/lib/kernel/errors";

export const dynamic = "force-dynamic";

type Context = { params: Promise<{ badge_id: string }> };

/**
 * Says with status 410 or 404 why a badge has no public page. A route, because a page of Next cannot answer 410, and
 * the body of its 404 is empty without JavaScript.
 */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  try {
    const { id } = await getPublicBadge((await params).badge_id);
    return new Response(null, {
      status: 302,
      headers: { Location: badgePage(id), "Cache-Control": "no-store" },
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return unavailableDocument(error.status === 410 ? "revoked" : "unknown");
  }
}
