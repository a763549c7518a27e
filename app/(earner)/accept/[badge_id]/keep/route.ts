import { respondInContext } from "@/lib/http/endpoints/incoming";
import { redirectTo } from "../form";
import { handleAccountForm } from "./keep";

type Context = { params: Promise<{ badge_id: string }> };

/** Handles the form that opens an account: redirects to the wallet with a session, or to the page with the errors. */
export const POST = (request: Request, { params }: Context): Promise<Response> =>
  respondInContext(request, async () => {
    const { location, headers } = await handleAccountForm((await params).badge_id, request);
    return redirectTo(location, headers);
  });
