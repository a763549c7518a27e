import { respondEnded, respondUnavailable } from "@/app/(public)/unavailable";
import { readBadgePageStatus } from "@/lib/credentials/public-pages/service";

export const dynamic = "force-dynamic";

type Context = { params: Promise<{ badge_id: string }> };

/** Responds with the reason why an embedded badge is not shown. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { badge_id: id } = await params;
  const { kind } = await readBadgePageStatus(id);
  const hasEnded = kind === "revoked" || kind === "replaced";
  return hasEnded ? respondEnded(request, id, kind) : respondUnavailable(request, "unknown");
}
