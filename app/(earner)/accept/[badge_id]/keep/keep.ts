import { queryOfRefusal } from "@/app/form-again";
import { keepBadges } from "@/lib/identity/accounts/keeping";
import { KeepInput } from "@/lib/identity/accounts/schema";
import { renewedSession } from "@/lib/identity/sessions/session";
import { isOwnForm } from "@/lib/http/endpoints/own-form";
import { publicUrl } from "@/lib/kernel/env";
import { ApiError } from "@/lib/kernel/errors";
import type { PasswordFault } from "@/lib/identity/users/choices";
import { passwordFaultOf } from "@/lib/identity/users/password-choice";
import { acceptPage, readForm } from "../form";

type Next = { location: string; headers: Record<string, string> };

type Opened = { session: Awaited<ReturnType<typeof keepBadges>>; fault: PasswordFault | null };

/** Opens the account. The session is null also when the account no longer exists. */
async function opened(link: { id: string; token: string }, input: KeepInput): Promise<Opened> {
  try {
    return { session: await keepBadges(link, input), fault: null };
  } catch (error) {
    if (error instanceof ApiError) return { session: null, fault: passwordFaultOf(error) };
    throw error;
  }
}

/** Opens the account of a badge by a form. Returns where to redirect, and the cookies of the new session. */
export async function keepByForm(id: string, request: Request): Promise<Next> {
  const form = isOwnForm(request) ? await readForm(request) : null;
  const back = (more: string): Next => ({ location: acceptPage(id, form?.token ?? "", more), headers: {} });
  if (!form) return back("");
  const { data, error } = KeepInput.safeParse(form);
  if (!data) return back(queryOfRefusal(form, { wrong: error.issues.map(({ path }) => String(path[0])) }));
  const { session, fault } = await opened({ id, token: form.token ?? "" }, data);
  if (fault) return back(queryOfRefusal(form, { wrong: ["password"], fault }));
  if (!session) return back("");
  return { location: publicUrl("/wallet"), headers: await renewedSession(session) };
}
