import { PasswordResetInput } from "@/lib/identity/accounts/schema";
import { forgetPassword } from "@/lib/identity/sessions/password-resets";
import { answerInContext } from "@/lib/http/endpoints/incoming";
import { publicUrl } from "@/lib/kernel/env";
import { fieldsOf, refusalOf, seeOther } from "../plain-form";

/** Handles the form for forgotten passwords. */
export const POST = (request: Request): Promise<Response> => answerInContext(request, () => ask(request));

async function ask(request: Request): Promise<Response> {
  const { data } = PasswordResetInput.safeParse(await fieldsOf(request));
  if (!data) return seeOther(publicUrl("/password?problem=invalid"));
  const refusal = await refusalOf(() => forgetPassword(data));
  return seeOther(publicUrl(refusal ? "/password?problem=too_many" : "/password?sent=1"));
}

/** Changes nothing. */
export const GET = (): Response => seeOther(publicUrl("/password"));
