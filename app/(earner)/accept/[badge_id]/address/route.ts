import { addAddressOfBadge } from "@/lib/identity/accounts/keeping";
import { earnerCaller, personOfCookies } from "@/lib/identity/sessions/session";
import { isOwnForm } from "@/lib/http/endpoints/own-form";
import { ApiError } from "@/lib/kernel/errors";
import { acceptPage, leadTo, readForm } from "../form";

type Context = { params: Promise<{ badge_id: string }> };

async function added(id: string, token: string, cookie: string | null): Promise<string> {
  const person = await personOfCookies(cookie);
  if (!person) return "";
  try {
    const adding = await addAddressOfBadge(earnerCaller(person), { id, token });
    return adding ? `&address=${adding}` : "";
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return "&address=refused";
  }
}

/** Handles the form that adds the address of a badge to the signed-in account, then redirects to the page. */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  const { badge_id: id } = await params;
  const form = isOwnForm(request) ? await readForm(request) : null;
  const token = form?.token ?? "";
  return leadTo(acceptPage(id, token, form ? await added(id, token, request.headers.get("cookie")) : ""));
}
