import { respondInContext, requestAddress } from "@/lib/http/endpoints/incoming";
import { beginSamlSignIn } from "@/lib/accounts/saml/service";
import { SIGN_IN_ERRORS, takeProviderQuota } from "@/lib/accounts/sessions/sign-in";
import { publicUrl } from "@/lib/kernel/env";
import { FORM_TARGET_KEY } from "@/lib/kernel/origins";
import { toOwnPath } from "@/lib/kernel/own-path";
import { catchApiError } from "../../../password/plain-form";
import { goTo, refuse } from "../go-to";
import { sendRequestForm } from "../request-form";

type Context = { params: Promise<{ organization_id: string }> };

/**
 * Whether something else than a page of ours leads here: another site, or a link in a mail (browsers send `none`). It could
 * sign the person in to an account of its own without being noticed, so the person begins on our page.
 */
const isFromElsewhere = ({ headers }: Request): boolean =>
  (headers.get("sec-fetch-site") ?? "same-origin") !== "same-origin";

/** Leads to the identity provider of an organization. */
export const GET = (request: Request, { params }: Context): Promise<Response> =>
  respondInContext(request, async () => {
    const { organization_id: id } = await params;
    const query = new URLSearchParams(requestAddress(request).search);
    if (isFromElsewhere(request)) return goTo(publicUrl("/sign-in"));
    const refusal = await catchApiError(takeProviderQuota);
    if (refusal) return goTo(publicUrl(`/sign-in?error=${SIGN_IN_ERRORS.tooManyAttempts}`));
    const begun = await beginSamlSignIn(id.toLowerCase(), {
      returnPath: toOwnPath(query.get("callbackUrl")),
      forceAuthn: query.get("again") === "1",
      formTarget: query.get(FORM_TARGET_KEY),
    });
    if (!begun) return refuse("not_available");
    if ("form" in begun) return sendRequestForm(request, begun.form, begun.cookie);
    if ("location" in begun) return goTo(begun.location, { "Set-Cookie": begun.cookie });
    // The policy of a response follows from its address.
    query.set(FORM_TARGET_KEY, begun.formTarget);
    return goTo(publicUrl(`/saml/${id}/sign-in?${query}`));
  });
