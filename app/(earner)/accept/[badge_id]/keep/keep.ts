import { buildRejectionQuery } from "@/app/rejected-form";
import { openAccount } from "@/lib/accounts/accounts/account-offers";
import { OpenAccountInput } from "@/lib/accounts/accounts/schema";
import { renewSession } from "@/lib/accounts/sessions/session";
import { isSameOriginForm } from "@/lib/http/endpoints/incoming";
import { publicUrl } from "@/lib/kernel/env";
import { ApiError } from "@/lib/kernel/errors";
import type { PasswordFault } from "@/lib/identity/users/choices";
import { passwordFaultFromError } from "@/lib/identity/users/password-choice";
import { buildAcceptPageUrl, readForm } from "../form";

type FormResult = { location: string; headers: Record<string, string> };

type OpenedAccount = { session: Awaited<ReturnType<typeof openAccount>>; fault: PasswordFault | null };

/** Opens the account. The session is null also when the account no longer exists. */
async function tryOpenAccount(
  link: { id: string; token: string },
  input: OpenAccountInput,
): Promise<OpenedAccount> {
  try {
    return { session: await openAccount(link, input), fault: null };
  } catch (error) {
    if (error instanceof ApiError) return { session: null, fault: passwordFaultFromError(error) };
    throw error;
  }
}

/** Opens the account of a badge by a form. Returns where to redirect, and the cookies of the new session. */
export async function handleAccountForm(id: string, request: Request): Promise<FormResult> {
  const form = isSameOriginForm(request) ? await readForm(request) : null;
  const back = (more: string): FormResult => ({
    location: buildAcceptPageUrl(id, form?.token ?? "", more),
    headers: {},
  });
  if (!form) return back("");
  const { data, error } = OpenAccountInput.safeParse(form);
  if (!data)
    return back(buildRejectionQuery(form, { wrong: error.issues.map(({ path }) => String(path[0])) }));
  const { session, fault } = await tryOpenAccount({ id, token: form.token ?? "" }, data);
  if (fault) return back(buildRejectionQuery(form, { wrong: ["password"], fault }));
  if (!session) return back("");
  return { location: publicUrl("/wallet"), headers: await renewSession(session) };
}
