import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { findPersonByCookies } from "@/lib/identity/sessions/session";
import { readRequestedAddress } from "@/lib/http/server/requested-address";
import type { SignInRow } from "@/lib/identity/users/serializer";

/** Returns the signed-in person or null. Looked up once per request. */
export const findSignedInPerson = cache(async (): Promise<SignInRow | null> =>
  findPersonByCookies((await headers()).get("cookie")),
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
export const requireSignedInPerson = async (): Promise<SignInRow> =>
  (await findSignedInPerson()) ?? redirectToSignIn();
