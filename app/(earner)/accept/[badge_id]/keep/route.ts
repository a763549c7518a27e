import { answerInContext } from "@/lib/http/endpoints/incoming";
import { leadTo } from "../form";
import { keepByForm } from "./keep";

type Context = { params: Promise<{ badge_id: string }> };

/** The form that opens an account: on to the wallet with a session, or back to the page, which says what is wrong. */
export const POST = (request: Request, { params }: Context): Promise<Response> =>
  answerInContext(request, async () => {
    const { location, headers } = await keepByForm((await params).badge_id, request);
    return leadTo(location, headers);
  });
