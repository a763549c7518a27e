import { readBodyText } from "@/lib/http/endpoints/body";
import { publicUrl } from "@/lib/kernel/env";
import { ApiError } from "@/lib/kernel/errors";

const FORM_LIMIT = 8_192;

/** Returns the address of the page of a badge's link. `more` begins with `&`. */
export const buildAcceptPageUrl = (id: string, token: string, more = ""): string =>
  publicUrl(`/accept/${encodeURIComponent(id)}?token=${encodeURIComponent(token)}${more}`);

/** Returns the address at which a signed-in person proves who they are, which then leads to `page`. */
export const buildSignInAgainUrl = (page: string): string =>
  publicUrl(`/sign-in?again=1&callbackUrl=${encodeURIComponent(page)}`);

/** Reads the fields of a form; null when the body is too long or not a form. */
export async function readForm(request: Request): Promise<Record<string, string> | null> {
  try {
    return Object.fromEntries(new URLSearchParams(await readBodyText(request, FORM_LIMIT)));
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/** Redirects to a page by GET. The address may contain the token, so it is neither stored nor sent as referrer. */
export const redirectTo = (location: string, headers: Record<string, string> = {}): Response =>
  new Response(null, {
    status: 303,
    headers: {
      ...headers,
      Location: location,
      "Cache-Control": "no-store",
      "Referrer-Policy": "no-referrer",
    },
  });
