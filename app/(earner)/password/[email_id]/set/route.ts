import { respondInContext } from "@/lib/http/endpoints/incoming";
import { publicUrl } from "@/lib/kernel/env";
import { seeOther } from "../../plain-form";
import { handlePasswordForm } from "./choose";

type Context = { params: Promise<{ email_id: string }> };

/** Handles the form that sets a new password. */
export const POST = (request: Request, { params }: Context): Promise<Response> =>
  respondInContext(request, async () => handlePasswordForm((await params).email_id, request));

/** Changes nothing. */
export const GET = (): Response => seeOther(publicUrl("/password"));
