import { z } from "zod";
import { buildRejectionQuery } from "@/app/rejected-form";
import { findPersonByHeaders, renewSession } from "@/lib/accounts/sessions/session";
import { readBodyText } from "@/lib/http/endpoints/body";
import { isSameOriginForm } from "@/lib/http/endpoints/incoming";
import { publicUrl } from "@/lib/kernel/env";
import { ApiError } from "@/lib/kernel/errors";
import { acceptInvitation, type AcceptedInvitation } from "@/lib/accounts/memberships/acceptance";
import { NewMemberInput } from "@/lib/accounts/memberships/schema";
import type { PasswordFault } from "@/lib/identity/users/choices";
import { passwordFaultFromError } from "@/lib/identity/users/password-choice";

const FORM_LIMIT = 8_192;

const Form = z.object({ token: z.string().max(200) }).catchall(z.string());
type Form = z.infer<typeof Form>;

/** The redirect after the form, with the cookies of the new session. */
export type FormRedirect = { location: string; headers: Record<string, string> };

async function readForm(request: Request): Promise<Form | null> {
  try {
    const fields = new URLSearchParams(await readBodyText(request, FORM_LIMIT));
    return Form.safeParse(Object.fromEntries(fields)).data ?? null;
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/** Builds the redirect back to the page. `more` begins with `&`. */
const redirectToPage = (id: string, token: string, more = ""): FormRedirect => ({
  location: publicUrl(`/invitations/${encodeURIComponent(id)}?token=${encodeURIComponent(token)}${more}`),
  headers: {},
});

/** Reads the name and password from the form (null without a password), and the names of invalid fields. */
function readNewMember(form: Form) {
  if (form.password === undefined) return { newcomer: null, wrong: [] };
  const { data, error } = NewMemberInput.safeParse(form);
  return { newcomer: data ?? null, wrong: (error?.issues ?? []).map(({ path }) => String(path[0])) };
}

type AcceptResult = { accepted: AcceptedInvitation | null; fault: PasswordFault | null };

/** Accepts the invitation, or returns why the password is refused. */
async function tryAccept(...given: Parameters<typeof acceptInvitation>): Promise<AcceptResult> {
  try {
    return { accepted: await acceptInvitation(...given), fault: null };
  } catch (error) {
    const fault = passwordFaultFromError(error);
    if (fault === null) throw error;
    return { accepted: null, fault };
  }
}

/**
 * Accepts an invitation by the form of its page. Redirects to the console, or back to the page, which shows the errors or
 * the current state of the invitation.
 */
export async function acceptByForm(id: string, request: Request): Promise<FormRedirect> {
  const form = isSameOriginForm(request) ? await readForm(request) : null;
  if (!form) return redirectToPage(id, "");
  const { token } = form;
  const { newcomer, wrong } = readNewMember(form);
  if (wrong.length > 0) return redirectToPage(id, token, buildRejectionQuery(form, { wrong }));
  const person = await findPersonByHeaders(request.headers);
  const { accepted, fault } = await tryAccept({ id, token }, person?.id ?? null, newcomer);
  if (fault) return redirectToPage(id, token, buildRejectionQuery(form, { wrong: ["password"], fault }));
  if (!accepted) return redirectToPage(id, token);
  return {
    location: publicUrl(`/console/${accepted.slug}`),
    headers: accepted.newMember ? await renewSession(accepted.newMember) : {},
  };
}
