import { redirect } from "next/navigation";
import { findSignedInPerson } from "../signed-in";

/** Redirects the home page: members to the console, others to their wallet, visitors to the sign-in page. */
export default async function FrontPage() {
  const person = await findSignedInPerson();
  if (!person) redirect("/sign-in");
  redirect(person.memberships.length > 0 ? "/console" : "/wallet");
}
