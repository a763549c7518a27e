import { unavailable } from "@/app/(public)/unavailable";
import { badgeStanding } from "@/lib/public-pages/service";

export const dynamic = "force-dynamic";

type Context = { params: Promise<{ badge_id: string }> };

/** Says inside another site's page why a badge is not shown there. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { kind } = await badgeStanding((await params).badge_id);
  return unavailable(request, kind === "revoked" ? "revoked" : "unknown");
}
