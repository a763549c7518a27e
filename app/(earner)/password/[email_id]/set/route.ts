import { answerInContext } from "@/lib/http/endpoints/incoming";
import { publicUrl } from "@/lib/kernel/env";
import { seeOther } from "../../plain-form";
import { chooseByForm } from "./choose";

type Context = { params: Promise<{ email_id: string }> };

/** Handles the form that sets a new password. */
export const POST = (request: Request, { params }: Context): Promise<Response> =>
  answerInContext(request, async () => chooseByForm((await params).email_id, request));

/** Changes nothing. */
export const GET = (): Response => seeOther(publicUrl("/password"));
