import { z } from "zod";
import { personOfCookies, renewedSession } from "@/lib/auth/session";
import { readText } from "@/lib/http/body";
import { isOwnForm } from "@/lib/http/own-form";
import { publicUrl } from "@/lib/kernel/env";
import { ApiError } from "@/lib/kernel/errors";
import { acceptInvitation } from "@/lib/memberships/acceptance";
import { NewMemberInput } from "@/lib/memberships/schema";

const FORM_LIMIT = 8_192;

const Form = z.object({ token: z.string().max(200) }).catchall(z.string());
type Form = z.infer<typeof Form>;

/** Where the form leads, with the session that begins there. */
export type Next = { location: string; headers: Record<string, string> };

async function readForm(request: Request): Promise<Form | null> {
  try {
    const fields = new URLSearchParams(await readText(request, FORM_LIMIT));
    return Form.safeParse(Object.fromEntries(fields)).data ?? null;
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

const pageOf = (id: string, token: string, wrong: string): string =>
  publicUrl(`/invitations/${encodeURIComponent(id)}?token=${encodeURIComponent(token)}${wrong}`);

/** What the form's sender tells of themselves: null when they tell nothing, and the fields that are wrong. */
function newcomerOf(form: Form) {
  if (form.password === undefined) return { newcomer: null, wrong: [] };
  const { data, error } = NewMemberInput.safeParse(form);
  return { newcomer: data ?? null, wrong: (error?.issues ?? []).map(({ path }) => String(path[0])) };
}

/**
 * Accepts by the form of the page: on to the console, or back to the page, which says what is wrong or how the
 * invitation stands by now.
 */
export async function acceptByForm(id: string, request: Request): Promise<Next> {
  const form = isOwnForm(request) ? await readForm(request) : null;
  if (!form) return { location: pageOf(id, "", ""), headers: {} };
  const { newcomer, wrong } = newcomerOf(form);
  const wrongFields = wrong.map((field) => `&wrong=${encodeURIComponent(field)}`).join("");
  if (wrong.length > 0) return { location: pageOf(id, form.token, wrongFields), headers: {} };
  const person = await personOfCookies(request.headers.get("cookie"));
  const accepted = await acceptInvitation({ id, token: form.token }, person?.id ?? null, newcomer);
  if (!accepted) return { location: pageOf(id, form.token, ""), headers: {} };
  return {
    location: publicUrl(`/console/${accepted.slug}`),
    headers: accepted.newcomer ? await renewedSession(accepted.newcomer) : {},
  };
}
