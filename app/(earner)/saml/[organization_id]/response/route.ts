import { readBodyText } from "@/lib/http/endpoints/body";
import { respondInContext } from "@/lib/http/endpoints/incoming";
import { acceptSamlResponse } from "@/lib/accounts/saml/service";
import { SIGN_IN_ERRORS, takeProviderQuota } from "@/lib/accounts/sessions/sign-in";
import { ApiError } from "@/lib/kernel/errors";
import { publicUrl } from "@/lib/kernel/env";
import { catchApiError } from "../../../password/plain-form";
import { goTo, refuse } from "../go-to";

type Context = { params: Promise<{ organization_id: string }> };

/** The longest form: a response of 200,000 characters, in base64 and percent-encoded. */
const FORM_LIMIT = 400_000;

/** Reads the response of the form; empty if it is too long or is not a form. */
async function readEncodedResponse(request: Request): Promise<string> {
  try {
    return new URLSearchParams(await readBodyText(request, FORM_LIMIT)).get("SAMLResponse") ?? "";
  } catch (error) {
    if (error instanceof ApiError) return "";
    throw error;
  }
}

/** Accepts the form that an identity provider lets the browser send here. Any site can send it, so it opens no session. */
export const POST = (request: Request, { params }: Context): Promise<Response> =>
  respondInContext(request, async () => {
    const id = (await params).organization_id.toLowerCase();
    const limited = await catchApiError(takeProviderQuota);
    if (limited) return goTo(publicUrl(`/sign-in?error=${SIGN_IN_ERRORS.tooManyAttempts}`));
    const accepted = await acceptSamlResponse(id, await readEncodedResponse(request));
    if ("refusal" in accepted) return refuse(accepted.refusal);
    return goTo(publicUrl(`/saml/${id}/finish?code=${accepted.code}`));
  });

/** Leads people who reload the address of the form to the sign-in. */
export const GET = (): Response => goTo(publicUrl("/sign-in"));
