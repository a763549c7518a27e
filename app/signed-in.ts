import { headers } from "next/headers";
import { cache } from "react";
import { personOfCookies } from "@/lib/auth/session";
import type { SignInRow } from "@/lib/users/serializer";

/** The signed-in person; looked up once for a request, however many parts of the page ask. */
export const signedInPerson = cache(async (): Promise<SignInRow | null> =>
  personOfCookies((await headers()).get("cookie")),
);
