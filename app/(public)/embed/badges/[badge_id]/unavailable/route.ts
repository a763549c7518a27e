import { revokedBadge, unavailable } from "@/app/(public)/unavailable";
import { badgeStanding } from "@/lib/credentials/public-pages/service";

export const dynamic = "force-dynamic";

type Context = { params: Promise<{ badge_id: string }> };

/** Responds with the reason why an embedded badge is not shown. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { badge_id: id } = await params;
  const { kind } = await badgeStanding(id);
  return kind === "revoked" ? revokedBadge(request, id) : unavailable(request, "unknown");
}
