import { GET as getAssertion } from "@/app/(api)/obi/v2/badge_assertions/[badge_id]/route";
import { respondEnded, respondUnavailable } from "@/app/(public)/unavailable";
import { prefersJson } from "@/lib/http/endpoints/document-endpoint";
import { badgePageUrl } from "@/lib/organizations/badge-facts/serializer";
import { readBadgePageStatus } from "@/lib/credentials/public-pages/service";

export const dynamic = "force-dynamic";

type Context = { params: Promise<{ badge_id: string }> };

/**
 * Responds with 410 or 404 and the reason why a badge has no public page; to requests for JSON with the Open Badges
 * assertion's response. It is a route because a page of Next cannot respond with 410, and the body of its 404 is empty
 * without JavaScript. The server shows it at the address of the page (lib/http/server/public-documents.ts).
 */
export async function GET(request: Request, context: Context): Promise<Response> {
  const { badge_id: id } = await context.params;
  const { kind } = await readBadgePageStatus(id);
  if (kind === "shown" || kind === "moved") {
    const headers = { Location: badgePageUrl(id), "Cache-Control": "no-store" };
    return new Response(null, { status: 302, headers });
  }
  if (prefersJson(request)) return getAssertion(request, context);
  return kind === "unknown" ? respondUnavailable(request, kind) : respondEnded(request, id, kind);
}
