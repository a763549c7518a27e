import { keepBadges } from "@/lib/accounts/keeping";
import { KeepInput } from "@/lib/accounts/schema";
import { renewedSession } from "@/lib/auth/session";
import { isOwnForm } from "@/lib/http/own-form";
import { publicUrl } from "@/lib/kernel/env";
import { ApiError } from "@/lib/kernel/errors";
import { acceptPage, readForm } from "../form";

type Next = { location: string; headers: Record<string, string> };

/** Null also when the account went away meanwhile. */
async function opened(link: { id: string; token: string }, input: KeepInput) {
  try {
    return await keepBadges(link, input);
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/** Opens the account of a badge by the form of its page; where that leads, and the session that begins. */
export async function keepByForm(id: string, request: Request): Promise<Next> {
  const form = isOwnForm(request) ? await readForm(request) : null;
  const token = form?.token ?? "";
  const back = (more: string): Next => ({ location: acceptPage(id, token, more), headers: {} });
  const { data, error } = KeepInput.safeParse(form ?? {});
  if (!form || !data)
    return back((error?.issues ?? []).map(({ path }) => `&wrong=${String(path[0])}`).join(""));
  const session = await opened({ id, token }, data);
  if (!session) return back("");
  return { location: publicUrl("/wallet"), headers: await renewedSession(session) };
}
