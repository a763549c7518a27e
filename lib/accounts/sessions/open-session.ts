import { assignUnclaimedRecords } from "@/lib/badges/issued/association";
import { rememberDevice } from "@/lib/identity/users/devices";
import { recordAccountOpened } from "@/lib/identity/users/service";
import { promptEmployments } from "@/lib/workforce/employees/connection";
import { recordSignIn } from "./new-device";
import type { SignInProof } from "@/lib/identity/users/sessions";
import { buildSessionCookie } from "./session";

type Person = { id: string; sessionVersion: number };

/** What every sign-in of a person changes, in whatever way they proved who they are. */
export async function recordOpening(person: Person): Promise<void> {
  await recordAccountOpened(person.id);
  await recordSignIn({ id: person.id, sessionVersion: person.sessionVersion });
  // Badges issued between the confirmation of the address and this sign-in, or before the admin command confirmed it, are
  // associated now.
  await assignUnclaimedRecords(person.id);
  // Employers' requests to connect become pending at the sign-in (specification, "employee enters pending").
  await promptEmployments(person.id);
  rememberDevice(person);
}

/** Opens a session in the browser of this request, for a sign-in outside next-auth. Returns its `Set-Cookie` header. */
export async function openSession(person: Person, proof: SignInProof): Promise<Record<string, string>> {
  await recordOpening(person);
  return buildSessionCookie(person, proof);
}
