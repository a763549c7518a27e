import { respondRevoked, respondUnavailable } from "@/app/(public)/unavailable";
import { readBadgePageStatus } from "@/lib/credentials/public-pages/service";

export const dynamic = "force-dynamic";

type Context = { params: Promise<{ badge_id: string }> };

/** Responds with the reason why an embedded badge is not shown. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { badge_id: id } = await params;
  const { kind } = await readBadgePageStatus(id);
  return kind === "revoked" ? respondRevoked(request, id) : respondUnavailable(request, "unknown");
}
