import { PasswordResetInput } from "@/lib/accounts/accounts/schema";
import { sendPasswordReset } from "@/lib/accounts/sessions/password-resets";
import { PROVIDER_REQUIRED } from "@/lib/accounts/accounts/required-provider";
import { respondInContext } from "@/lib/http/endpoints/incoming";
import { publicUrl } from "@/lib/kernel/env";
import { readFormFields, catchApiError, seeOther } from "../plain-form";

/** Handles the form for forgotten passwords. */
export const POST = (request: Request): Promise<Response> =>
  respondInContext(request, () => handleResetForm(request));

async function handleResetForm(request: Request): Promise<Response> {
  const { data } = PasswordResetInput.safeParse(await readFormFields(request));
  if (!data) return seeOther(publicUrl("/password?problem=invalid"));
  const refusal = await catchApiError(() => sendPasswordReset(data));
  if (refusal?.code === PROVIDER_REQUIRED) return seeOther(publicUrl(`/sign-in?error=${PROVIDER_REQUIRED}`));
  return seeOther(publicUrl(refusal ? "/password?problem=too_many" : "/password?sent=1"));
}

/** Changes nothing. */
export const GET = (): Response => seeOther(publicUrl("/password"));
