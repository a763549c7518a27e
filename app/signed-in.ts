import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { personOfCookies } from "@/lib/identity/sessions/session";
import { askedAddress } from "@/lib/http/server/asked-address";
import type { SignInRow } from "@/lib/identity/users/serializer";

/** The signed-in person; looked up once for a request, however many parts of the page ask. */
export const signedInPerson = cache(async (): Promise<SignInRow | null> =>
  personOfCookies((await headers()).get("cookie")),
);

/**
 * To the sign-in page, and then back to what was asked for, with its query: a list as it was filtered, say. Under
 * `npm run dev`, where nobody notes the address, to the front door.
 */
async function signInFirst(): Promise<never> {
  const given = await headers();
  const asked = askedAddress((name) => given.get(name));
  redirect(asked === null ? "/sign-in" : `/sign-in?callbackUrl=${encodeURIComponent(asked)}`);
}

/** The signed-in person; whoever is not goes to the sign-in page, and comes back. */
export const personOrSignIn = async (): Promise<SignInRow> => (await signedInPerson()) ?? signInFirst();
