import { addBadgeAddress } from "@/lib/accounts/accounts/account-offers";
import { buildEarnerCaller, findPersonByHeaders } from "@/lib/accounts/sessions/session";
import type { SignedInPerson } from "@/lib/identity/users/sessions";
import { isRecentlyProved } from "@/lib/access/callers/proof";
import { isSameOriginForm } from "@/lib/http/endpoints/incoming";
import { ApiError } from "@/lib/kernel/errors";
import { buildAcceptPageUrl, buildSignInAgainUrl, redirectTo, readForm } from "../form";

type Context = { params: Promise<{ badge_id: string }> };

async function addAddress(id: string, token: string, person: SignedInPerson): Promise<string> {
  try {
    const result = await addBadgeAddress(buildEarnerCaller(person), { id, token });
    return result ? `&address=${result}` : "";
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return "&address=refused";
  }
}

/** Handles the form that adds the address of a badge to the signed-in account, then redirects to the page. */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  const { badge_id: id } = await params;
  const form = isSameOriginForm(request) ? await readForm(request) : null;
  const token = form?.token ?? "";
  const person = form ? await findPersonByHeaders(request.headers) : null;
  const page = buildAcceptPageUrl(id, token);
  // An added address can be used to sign in, so adding one requires a recent proof of identity.
  if (person && !isRecentlyProved(person.session)) return redirectTo(buildSignInAgainUrl(page));
  return redirectTo(person ? buildAcceptPageUrl(id, token, await addAddress(id, token, person)) : page);
}
