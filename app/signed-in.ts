import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { findPersonByHeaders } from "@/lib/accounts/sessions/session";
import { readRequestedAddress } from "@/lib/http/server/requested-address";
import type { SignedInPerson } from "@/lib/identity/users/sessions";

/** Returns the signed-in person or null. Looked up once per request. */
export const findSignedInPerson = cache(async (): Promise<SignedInPerson | null> =>
  findPersonByHeaders(await headers()),
);

/**
 * Redirects to the sign-in page, which leads back to the requested address with its query. Under `npm run dev`, where the
 * requested address is not known, sign-in leads to the home page.
 */
async function redirectToSignIn(): Promise<never> {
  const requestHeaders = await headers();
  const requestedAddress = readRequestedAddress((name) => requestHeaders.get(name));
  redirect(
    requestedAddress === null ? "/sign-in" : `/sign-in?callbackUrl=${encodeURIComponent(requestedAddress)}`,
  );
}

/** Returns the signed-in person. Redirects to the sign-in page if there is none. */
export const requireSignedInPerson = async (): Promise<SignedInPerson> =>
  (await findSignedInPerson()) ?? redirectToSignIn();
