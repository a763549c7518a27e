import { redirect } from "next/navigation";
import { earnerCaller } from "@/lib/auth/session";
import type { Earner } from "@/lib/kernel/caller";
import type { SignInRow } from "@/lib/users/serializer";
import { signedInPerson } from "../signed-in";

/** Who asks for a page of their own. Nobody signed in: to the sign-in page and back to `path` (with its query). */
export async function signedInEarner(path: string): Promise<{ person: SignInRow; earner: Earner }> {
  const person = await signedInPerson();
  if (!person) redirect(`/sign-in?callbackUrl=${encodeURIComponent(path)}`);
  return { person, earner: earnerCaller(person) };
}
