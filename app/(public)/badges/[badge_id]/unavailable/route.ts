import { unavailableDocument } from "@/components/issued-badges/unavailable-document";
import { badgePage } from "@/lib/issued-badges/serializer";
import { publicStanding } from "@/lib/issued-badges/service";

export const dynamic = "force-dynamic";

type Context = { params: Promise<{ badge_id: string }> };

/**
 * Says with status 410 or 404 why a badge has no public page. A route, because a page of Next cannot answer 410, and
 * the body of its 404 is empty without JavaScript. The server shows it at the address of the page itself
 * (lib/http/badge-address.ts).
 */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { badge_id: id } = await params;
  const standing = await publicStanding(id);
  if (standing !== "public") return unavailableDocument(standing);
  const headers = { Location: badgePage(id), "Cache-Control": "no-store" };
  return new Response(null, { status: 302, headers });
}
