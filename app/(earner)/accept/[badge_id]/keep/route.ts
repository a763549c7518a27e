import { keepByForm } from "./keep";
import { leadTo } from "../form";

type Context = { params: Promise<{ badge_id: string }> };

/** The form that opens an account: on to the wallet with a session, or back to the page, which says what is wrong. */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  const { location, headers } = await keepByForm((await params).badge_id, request);
  return leadTo(location, headers);
}
