import { NewPasswordInput } from "@/lib/identity/accounts/schema";
import { resetPassword } from "@/lib/identity/sessions/password-resets";
import { publicUrl } from "@/lib/kernel/env";
import { PASSWORD_LENGTH } from "@/lib/identity/users/choices";
import { passwordFaultOf } from "@/lib/identity/users/password-choice";
import { fieldsOf, refusalOf, seeOther } from "../../plain-form";

/** Back to the page of the link, which says what is wrong, or that the link holds no longer. */
const back = (id: string, token: string, problem: string): Response =>
  seeOther(publicUrl(`/password/${encodeURIComponent(id)}?${new URLSearchParams({ token, problem })}`));

/** Sets a password by the form of the link's page: on to the sign-in page, or back with what is wrong. */
export async function chooseByForm(id: string, request: Request): Promise<Response> {
  const fields = await fieldsOf(request);
  const { token = "", password = "" } = fields;
  const { data } = NewPasswordInput.safeParse(fields);
  if (!data) return back(id, token, password.length < PASSWORD_LENGTH.least ? "short" : "long");
  const refusal = await refusalOf(() => resetPassword(id, data));
  if (refusal) return back(id, token, refusal.status === 429 ? "too_many" : (passwordFaultOf(refusal) ?? ""));
  return seeOther(publicUrl("/sign-in?changed=1"));
}
