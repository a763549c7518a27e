import { leadAway, leadToBadge } from "@/app/(public)/lead-away";
import { findPublicBadge } from "../public-badge";

export const dynamic = "force-dynamic";

type Context = { params: Promise<{ badge_id: string }> };

/** Leads from the page of a badge to the website of its issuer. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const found = await findPublicBadge((await params).badge_id);
  if (!("shown" in found)) return leadToBadge(found.instead);
  return leadAway(request, found.shown.issuer.domain?.website ?? null);
}
