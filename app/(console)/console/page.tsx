import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { SignOutButton } from "@/components/account/sign-out";
import { EmptyState } from "@/components/ui/list/empty-state";
import { findMembership } from "@/lib/accounts/sessions/membership-barrier";
import { requireSignedInPerson } from "../../signed-in";

export const metadata: Metadata = { title: "Console" };

export default async function ConsolePage() {
  const person = await requireSignedInPerson();
  const first = findMembership(person, undefined);
  if (first) redirect(`/console/${first.organization.vanitySlug}`);
  return (
    <main className="mx-auto max-w-2xl px-5 py-16">
      <h1 className="font-heading mb-6 text-3xl">Console</h1>
      <EmptyState title="You are not a member of an organization" action={<SignOutButton />}>
        You are signed in as {person.emails[0]?.email ?? person.firstName}. An administrator of your
        organization can invite you.
      </EmptyState>
    </main>
  );
}
