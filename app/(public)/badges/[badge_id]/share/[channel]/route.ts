import { leadAway, leadToBadge } from "@/app/(public)/lead-away";
import { respondUnavailable } from "@/app/(public)/unavailable";
import { buildShareAddress, isCountedShare } from "@/lib/badges/engagement/share-addresses";
import { readBadgePageStatus } from "@/lib/credentials/public-pages/service";
import { findPublicBadge } from "../../public-badge";

export const dynamic = "force-dynamic";

type Context = { params: Promise<{ badge_id: string; channel: string }> };

/** Leads to the form of a network with which the earner shares a public badge. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { badge_id: id, channel } = await params;
  const found = await findPublicBadge(id);
  if (!("shown" in found)) return leadToBadge(found.instead);
  return leadAway(request, buildShareAddress(channel, found.shown.badge));
}

/** Takes note that a public badge was shared without leaving the page: its link was copied, for example. */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  const { badge_id: id, channel } = await params;
  const { kind } = await readBadgePageStatus(id);
  if (kind !== "shown" || !isCountedShare(channel)) return respondUnavailable(request, "nothing");
  return new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } });
}
