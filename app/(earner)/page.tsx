import { redirect } from "next/navigation";
import { signedInPerson } from "../signed-in";

/** The front door: to where somebody works, to their wallet, or to the sign-in page. */
export default async function FrontPage() {
  const person = await signedInPerson();
  if (!person) redirect("/sign-in");
  redirect(person.memberships.length > 0 ? "/console" : "/wallet");
}
