import { readBodyText } from "@/lib/http/endpoints/body";
import { errorResponse, respondInContext } from "@/lib/http/endpoints/incoming";
import { acceptSamlResponse } from "@/lib/accounts/saml/service";
import { SIGN_IN_ERRORS, takeProviderQuota } from "@/lib/accounts/sessions/sign-in";
import { publicUrl } from "@/lib/kernel/env";
import { catchApiError } from "../../../password/plain-form";
import { goTo, refuse } from "../go-to";

type Context = { params: Promise<{ organization_id: string }> };

/** The longest form: a response of 200,000 characters, in base64 and percent-encoded. */
const FORM_LIMIT = 400_000;

/** Reads the response of the form. Throws as `readBodyText`. */
const readEncodedResponse = async (request: Request): Promise<string> =>
  new URLSearchParams(await readBodyText(request, FORM_LIMIT)).get("SAMLResponse") ?? "";

/** Accepts the form that an identity provider lets the browser send here. Any site can send it, so it opens no session. */
export const POST = (request: Request, { params }: Context): Promise<Response> =>
  respondInContext(request, async () => {
    const id = (await params).organization_id.toLowerCase();
    const limited = await catchApiError(takeProviderQuota);
    if (limited) return goTo(publicUrl(`/sign-in?error=${SIGN_IN_ERRORS.tooManyAttempts}`));
    let encoded = "";
    const failure = await catchApiError(async () => (encoded = await readEncodedResponse(request)));
    // The service is busy: the browser can send the form again. Otherwise it is too long or is not a form.
    if (failure?.status === 503) return errorResponse(failure);
    const accepted = await acceptSamlResponse(id, encoded);
    if ("refusal" in accepted) return refuse(accepted.refusal);
    return goTo(publicUrl(`/saml/${id}/finish?code=${accepted.code}`));
  });

/** Leads people who reload the address of the form to the sign-in. */
export const GET = (): Response => goTo(publicUrl("/sign-in"));
