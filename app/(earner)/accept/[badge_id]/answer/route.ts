import { requestAddress } from "@/lib/http/endpoints/incoming";
import { buildAcceptPageUrl, redirectTo } from "../form";
import { respondIfUnavailable, respondWrongLink } from "../unavailable";
import { handleAnswerForm } from "./answer";

type Context = { params: Promise<{ badge_id: string }> };

/** Handles the form of the accept page. The link's token authorizes it. A session matters only for the issuer's link. */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  const { badge_id: id } = await params;
  const result = await handleAnswerForm(id, request);
  if (result.location !== null) return redirectTo(result.location);
  return (await respondIfUnavailable(request, { id, token: result.token })) ?? respondWrongLink(request);
}

/** Changes nothing. The accept page redirects here when its link has no badge to accept or decline. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { badge_id: id } = await params;
  const token = new URLSearchParams(requestAddress(request).search).get("token") ?? "";
  return (await respondIfUnavailable(request, { id, token })) ?? redirectTo(buildAcceptPageUrl(id, token));
}
