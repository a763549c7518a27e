import { leadAway, leadToBadge } from "@/app/(public)/lead-away";
import { respondUnavailable } from "@/app/(public)/unavailable";
import { buildShareAddress } from "@/components/public/badge/share-address";
import { SHARED_IN_PAGE } from "@/lib/badges/engagement/choices";
import { readBadgePageStatus } from "@/lib/credentials/public-pages/service";
import { findPublicBadge } from "../../public-badge";
import { buildPostText } from "../post-text";

export const dynamic = "force-dynamic";

type Context = { params: Promise<{ badge_id: string; channel: string }> };

/** Leads to the form of a network with which a public badge is shared. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { badge_id: id, channel } = await params;
  const found = await findPublicBadge(id);
  if (!("shown" in found)) return leadToBadge(found.instead);
  const { badge, linkedInPage } = found.shown;
  const text = await buildPostText(request, badge);
  return leadAway(request, buildShareAddress(channel, { badge, linkedInPage, text }));
}

/** Takes note that a public badge was shared without leaving the page: its link was copied, for example. */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  const { badge_id: id, channel } = await params;
  const { kind } = await readBadgePageStatus(id);
  if (kind !== "shown" || !SHARED_IN_PAGE.includes(channel)) return respondUnavailable(request, "nothing");
  return new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } });
}
