import { answerInContext } from "@/lib/http/endpoints/incoming";
import { leadTo } from "../form";
import { keepByForm } from "./keep";

type Context = { params: Promise<{ badge_id: string }> };

/** Handles the form that opens an account: redirects to the wallet with a session, or to the page with the errors. */
export const POST = (request: Request, { params }: Context): Promise<Response> =>
  answerInContext(request, async () => {
    const { location, headers } = await keepByForm((await params).badge_id, request);
    return leadTo(location, headers);
  });
