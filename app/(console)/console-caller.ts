import { notFound, redirect } from "next/navigation";
import { findMembershipBarrier } from "@/lib/accounts/sessions/membership-barrier";
import { buildMemberCaller } from "@/lib/accounts/sessions/session";
import type { Access, Caller } from "@/lib/access/callers/caller";
import { ApiError } from "@/lib/kernel/errors";
import { allows } from "@/lib/access/callers/rights";
import type { Scope } from "@/lib/access/callers/choices";
import type { SignedInPerson } from "@/lib/identity/users/sessions";
import { requireSignedInPerson } from "../signed-in";

export type ConsoleMember = {
  person: SignedInPerson;
  organization: SignedInPerson["memberships"][number]["organization"];
  caller: Caller;
};

/** Returns the person as a member of the organization with this slug, or null if they are not a member. */
export function toConsoleMember(person: SignedInPerson, slug: string): ConsoleMember | null {
  const membership = person.memberships.find(({ organization }) => organization.vanitySlug === slug);
  const caller = membership ? buildMemberCaller(person, membership.organization.id) : null;
  return membership && caller ? { person, organization: membership.organization, caller } : null;
}

/** True if the caller's role allows this. The API applies the same rule to every request. */
export const may = (caller: Caller, scope: Scope, kind: keyof Access): boolean => allows(caller, scope, kind);

/**
 * Returns the signed-in member for a page of the console. Redirects to the sign-in page if no one is signed in, and to
 * the account page if the organization requires a single sign-on or a second factor that this session does not have. Shows
 * the not-found page to people who are not members or whose role does not allow the page.
 */
export async function requireConsoleMember(
  slug: string,
  needs: { scope: Scope; access?: keyof Access },
): Promise<ConsoleMember> {
  const person = await requireSignedInPerson();
  const member = toConsoleMember(person, slug);
  const barrier = member && findMembershipBarrier(person, member.caller.organizationId);
  if (barrier === "provider_required") redirect(`/console/${slug}/account?sign_in=required`);
  if (barrier) redirect(`/console/${slug}/account?second_factor=required#second-factor`);
  if (!member || !may(member.caller, needs.scope, needs.access ?? "read")) notFound();
  return member;
}

/** Returns the result of a service call. Shows the not-found page if the service throws a 404. */
export async function orNotFound<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) notFound();
    throw error;
  }
}
