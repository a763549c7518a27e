import { unavailableDocument } from "@/components/issued-badges/unavailable-document";
import { answerByForm } from "./answer";

type Context = { params: Promise<{ badge_id: string }> };

/** The form of the accept page. The link's token is the authority, so no cookie takes part, and none is set. */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  const next = await answerByForm((await params).badge_id, request);
  if (!next) return unavailableDocument("wrong_link");
  const headers = { Location: next, "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" };
  return new Response(null, { status: 303, headers });
}

/** Never acts; where the accept page sends a link that is not right. */
export function GET(): Response {
  return unavailableDocument("wrong_link");
}
