import { addBadgeAddress } from "@/lib/identity/accounts/account-offers";
import { buildEarnerCaller, findPersonByHeaders } from "@/lib/identity/sessions/session";
import { isSameOriginForm } from "@/lib/http/endpoints/same-origin-form";
import { ApiError } from "@/lib/kernel/errors";
import { buildAcceptPageUrl, redirectTo, readForm } from "../form";

type Context = { params: Promise<{ badge_id: string }> };

async function addAddress(id: string, token: string, headers: Headers): Promise<string> {
  const person = await findPersonByHeaders(headers);
  if (!person) return "";
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
  return redirectTo(buildAcceptPageUrl(id, token, form ? await addAddress(id, token, request.headers) : ""));
}
