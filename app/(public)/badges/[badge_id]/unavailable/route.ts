import { unavailable } from "@/app/(public)/unavailable";
import { badgePage } from "@/lib/issued-badges/serializer";
import { badgeStanding } from "@/lib/public-pages/service";

export const dynamic = "force-dynamic";

type Context = { params: Promise<{ badge_id: string }> };

/**
 * Says with status 410 or 404 why a badge has no public page. A route, because a page of Next cannot answer 410, and
 * the body of its 404 is empty without JavaScript. The server shows it at the address of the page itself
 * (lib/http/public-documents.ts).
 */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { badge_id: id } = await params;
  const { kind } = await badgeStanding(id);
  if (kind === "revoked" || kind === "unknown") return unavailable(request, kind);
  const headers = { Location: badgePage(id), "Cache-Control": "no-store" };
  return new Response(null, { status: 302, headers });
}
