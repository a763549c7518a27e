import { addressOf } from "@/lib/http/endpoints/request-address";
import { acceptPage, leadTo } from "../form";
import { unavailableByLink, wrongLink } from "../unavailable";
import { answerByForm } from "./answer";

type Context = { params: Promise<{ badge_id: string }> };

/** The form of the accept page. The link's token is the authority; a session helps only the issuer's own link. */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  const { badge_id: id } = await params;
  const next = await answerByForm(id, request);
  if (next.location !== null) return leadTo(next.location);
  return (await unavailableByLink(request, { id, token: next.token })) ?? wrongLink(request);
}

/** Never acts; where the accept page sends a link that shows nothing to answer. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { badge_id: id } = await params;
  const token = new URLSearchParams(addressOf(request).search).get("token") ?? "";
  return (await unavailableByLink(request, { id, token })) ?? leadTo(acceptPage(id, token));
}
