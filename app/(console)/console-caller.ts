import { notFound } from "next/navigation";
import { memberCaller } from "@/lib/identity/sessions/session";
import type { Access, Caller } from "@/lib/access/callers/caller";
import { ApiError } from "@/lib/kernel/errors";
import { allows } from "@/lib/access/callers/rights";
import type { Scope } from "@/lib/access/callers/choices";
import type { SignInRow } from "@/lib/identity/users/serializer";
import { personOrSignIn } from "../signed-in";

export type Member = {
  person: SignInRow;
  organization: SignInRow["memberships"][number]["organization"];
  caller: Caller;
};

/** The person as a member of the organization with this slug; null when they are none. */
export function memberOf(person: SignInRow, slug: string): Member | null {
  const membership = person.memberships.find(({ organization }) => organization.vanitySlug === slug);
  const caller = membership ? memberCaller(person, membership.organization.id) : null;
  return membership && caller ? { person, organization: membership.organization, caller } : null;
}

/** Whether the caller's role allows this; the API holds the same rule for every write. */
export const may = (caller: Caller, scope: Scope, kind: keyof Access): boolean => allows(caller, scope, kind);

/**
 * Who asks for a page of the console. Nobody signed in: to the sign-in page and back; no member, or without the role:
 * not found, as if it were not there.
 */
export async function consoleMember(
  slug: string,
  needs: { scope: Scope; access?: keyof Access },
): Promise<Member> {
  const member = memberOf(await personOrSignIn(), slug);
  if (!member || !may(member.caller, needs.scope, needs.access ?? "read")) notFound();
  return member;
}

/** What a service answers, or the not-found page where it says 404. */
export async function orNotFound<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) notFound();
    throw error;
  }
}
