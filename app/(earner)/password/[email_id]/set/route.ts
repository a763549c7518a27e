import { answerInContext } from "@/lib/http/endpoints/incoming";
import { publicUrl } from "@/lib/kernel/env";
import { seeOther } from "../../plain-form";
import { chooseByForm } from "./choose";

type Context = { params: Promise<{ email_id: string }> };

/** The form of the page that the mail leads to. */
export const POST = (request: Request, { params }: Context): Promise<Response> =>
  answerInContext(request, async () => chooseByForm((await params).email_id, request));

/** Never acts. */
export const GET = (): Response => seeOther(publicUrl("/password"));
