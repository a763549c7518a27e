import { addressOf } from "@/lib/http/endpoints/request-address";
import { acceptPage, leadTo } from "../form";
import { unavailableByLink, wrongLink } from "../unavailable";
import { answerByForm } from "./answer";

type Context = { params: Promise<{ badge_id: string }> };

/** Handles the form of the accept page. The link's token authorizes it. A session matters only for the issuer's link. */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  const { badge_id: id } = await params;
  const next = await answerByForm(id, request);
  if (next.location !== null) return leadTo(next.location);
  return (await unavailableByLink(request, { id, token: next.token })) ?? wrongLink(request);
}

/** Changes nothing. The accept page redirects here when its link has no badge to accept or decline. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { badge_id: id } = await params;
  const token = new URLSearchParams(addressOf(request).search).get("token") ?? "";
  return (await unavailableByLink(request, { id, token })) ?? leadTo(acceptPage(id, token));
}
