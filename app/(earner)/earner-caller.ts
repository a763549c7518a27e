import { buildEarnerCaller } from "@/lib/accounts/sessions/session";
import type { Earner } from "@/lib/access/callers/caller";
import type { SignedInPerson } from "@/lib/identity/users/sessions";
import { requireSignedInPerson } from "../signed-in";

/** Returns the signed-in person. Redirects to the sign-in page if there is none. */
export async function requireEarner(): Promise<{ person: SignedInPerson; earner: Earner }> {
  const person = await requireSignedInPerson();
  return { person, earner: buildEarnerCaller(person) };
}
