import { NewPasswordInput, PASSWORD_LENGTH } from "@/lib/accounts/schema";
import { resetPassword } from "@/lib/auth/password-resets";
import { answerInContext } from "@/lib/http/incoming";
import { publicUrl } from "@/lib/kernel/env";
import { fieldsOf, refusalOf, seeOther } from "../../plain-form";

type Context = { params: Promise<{ email_id: string }> };

/** Back to the page of the link, which says what is wrong, or that the link holds no longer. */
const back = (id: string, token: string, problem: string): Response =>
  seeOther(publicUrl(`/password/${encodeURIComponent(id)}?${new URLSearchParams({ token, problem })}`));

/** The form of the page that the mail leads to. */
export const POST = (request: Request, context: Context): Promise<Response> =>
  answerInContext(request, () => set(request, context));

async function set(request: Request, { params }: Context): Promise<Response> {
  const { email_id: id } = await params;
  const fields = await fieldsOf(request);
  const { token = "", password = "" } = fields;
  const { data } = NewPasswordInput.safeParse(fields);
  if (!data) return back(id, token, password.length < PASSWORD_LENGTH.least ? "short" : "long");
  const refusal = await refusalOf(() => resetPassword({ params: { password_reset_id: id }, body: data }));
  if (refusal) return back(id, token, refusal.status === 429 ? "too_many" : "");
  return seeOther(publicUrl("/sign-in?changed=1"));
}

/** Never acts. */
export const GET = (): Response => seeOther(publicUrl("/password"));
