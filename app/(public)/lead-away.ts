import { respondUnavailable } from "@/app/(public)/unavailable";
import { hasWebScheme } from "@/lib/kernel/origins";

/**
 * Redirects to another site, so that the server counts that the link was used (lib/http/server/engagement.ts). Only for
 * addresses that we built or that an issuer has stored: nothing of the request may be in it. Responds with 404 when there
 * is none.
 */
export async function leadAway(request: Request, address: string | null): Promise<Response> {
  if (address === null || !hasWebScheme(address) || !URL.canParse(address))
    return respondUnavailable(request, "nothing");
  const headers = {
    Location: new URL(address).href,
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex",
  };
  return new Response(null, { status: 302, headers });
}

/** Redirects to the page that says why a badge is not shown, or to the badge that replaced it. Nothing is counted. */
export const leadToBadge = (address: string): Response =>
  new Response(null, { status: 303, headers: { Location: address, "Cache-Control": "no-store" } });
