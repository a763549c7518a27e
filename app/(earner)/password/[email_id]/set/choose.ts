import { NewPasswordInput } from "@/lib/accounts/accounts/schema";
import { resetPassword } from "@/lib/accounts/sessions/password-resets";
import { publicUrl } from "@/lib/kernel/env";
import { PASSWORD_LENGTH } from "@/lib/identity/users/choices";
import { passwordFaultFromError } from "@/lib/identity/users/password-choice";
import { readFormFields, catchApiError, seeOther } from "../../plain-form";

/** Redirects to the page of the link, which shows the error or that the link is no longer valid. */
const redirectBack = (id: string, token: string, problem: string): Response =>
  seeOther(publicUrl(`/password/${encodeURIComponent(id)}?${new URLSearchParams({ token, problem })}`));

/** Sets a password by the form of the link's page. Redirects to the sign-in page, or back with an error. */
export async function handlePasswordForm(id: string, request: Request): Promise<Response> {
  const fields = await readFormFields(request);
  const { token = "", password = "" } = fields;
  const { data } = NewPasswordInput.safeParse(fields);
  if (!data) return redirectBack(id, token, password.length < PASSWORD_LENGTH.min ? "short" : "long");
  const refusal = await catchApiError(() => resetPassword(id, data));
  if (refusal)
    return redirectBack(
      id,
      token,
      refusal.status === 429 ? "too_many" : (passwordFaultFromError(refusal) ?? ""),
    );
  return seeOther(publicUrl("/sign-in?changed=1"));
}
