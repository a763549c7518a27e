import { earnerCaller } from "@/lib/identity/sessions/session";
import type { Earner } from "@/lib/access/callers/caller";
import type { SignInRow } from "@/lib/identity/users/serializer";
import { personOrSignIn } from "../signed-in";

/** Who asks for a page of their own. Nobody signed in: to the sign-in page and back. */
export async function signedInEarner(): Promise<{ person: SignInRow; earner: Earner }> {
  const person = await personOrSignIn();
  return { person, earner: earnerCaller(person) };
}
