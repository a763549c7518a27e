import { NewPasswordInput } from "@/lib/identity/accounts/schema";
import { resetPassword } from "@/lib/identity/sessions/password-resets";
import { publicUrl } from "@/lib/kernel/env";
import { PASSWORD_LENGTH } from "@/lib/identity/users/choices";
import { passwordFaultOf } from "@/lib/identity/users/password-choice";
import { fieldsOf, refusalOf, seeOther } from "../../plain-form";

/** Redirects to the page of the link, which shows the error or that the link is no longer valid. */
const back = (id: string, token: string, problem: string): Response =>
  seeOther(publicUrl(`/password/${encodeURIComponent(id)}?${new URLSearchParams({ token, problem })}`));

/** Sets a password by the form of the link's page. Redirects to the sign-in page, or back with an error. */
export async function chooseByForm(id: string, request: Request): Promise<Response> {
  const fields = await fieldsOf(request);
  const { token = "", password = "" } = fields;
  const { data } = NewPasswordInput.safeParse(fields);
  if (!data) return back(id, token, password.length < PASSWORD_LENGTH.least ? "short" : "long");
  const refusal = await refusalOf(() => resetPassword(id, data));
  if (refusal) return back(id, token, refusal.status === 429 ? "too_many" : (passwordFaultOf(refusal) ?? ""));
  return seeOther(publicUrl("/sign-in?changed=1"));
}
