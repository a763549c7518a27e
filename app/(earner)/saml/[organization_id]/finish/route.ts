import { respondInContext, requestAddress } from "@/lib/http/endpoints/incoming";
import { finishSamlSignIn } from "@/lib/accounts/saml/service";
import { publicUrl } from "@/lib/kernel/env";
import { goTo, refuse } from "../go-to";

type Context = { params: Promise<{ organization_id: string }> };

/**
 * Opens the session. Only the browser that began the sign-in has its cookie. A link to this address that another person
 * sends therefore opens no session.
 */
export const GET = (request: Request, { params }: Context): Promise<Response> =>
  respondInContext(request, async () => {
    const id = (await params).organization_id.toLowerCase();
    const code = new URLSearchParams(requestAddress(request).search).get("code") ?? "";
    const finished = await finishSamlSignIn(id, code, request.headers.get("cookie"));
    if ("refusal" in finished) return refuse(finished.refusal);
    const { path, headers, error } = finished;
    if (error === null) return goTo(publicUrl(path), headers);
    const query = new URLSearchParams({ error, callbackUrl: path });
    return goTo(publicUrl(`/sign-in?${query.toString()}`));
  });
