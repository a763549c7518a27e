import type { Refusal } from "@/lib/accounts/saml/identity";
import { publicUrl } from "@/lib/kernel/env";

/** Redirects the browser. Addresses here have codes, so they are neither stored nor sent on. */
export const goTo = (location: string, headers: Record<string, string> = {}): Response =>
  new Response(null, {
    status: 303,
    headers: {
      ...headers,
      Location: location,
      "Cache-Control": "no-store",
      "Referrer-Policy": "no-referrer",
    },
  });

/** Leads to the sign-in page, which explains the refusal. */
export const refuse = (refusal: Refusal): Response => goTo(publicUrl(`/sign-in?error=saml_${refusal}`));
