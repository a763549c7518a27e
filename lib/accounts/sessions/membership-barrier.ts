import { hasFactorFor, type SessionFacts } from "@/lib/access/callers/caller";
import { membershipNeedsProvider, requiredDomain } from "@/lib/accounts/accounts/required-provider";
import type { SignInRow } from "@/lib/identity/users/serializer";
import { forbidden, type ApiError } from "@/lib/kernel/errors";

/** A person, with the session of the request if there is one. */
export type PersonInSession = SignInRow & { session?: SessionFacts };

/**
 * Finds the membership of a person in an organization. Without an organization, the oldest one that the session may use,
 * or else the oldest one.
 */
export function findMembership(person: PersonInSession, organizationId: string | undefined) {
  const { memberships } = person;
  return organizationId
    ? memberships.find(({ organization }) => organization.id === organizationId.toLowerCase())
    : (memberships.find(({ organization: { id } }) => !findMembershipBarrier(person, id)) ?? memberships[0]);
}

/** What a session lacks before it may use a membership, as the code of the error. */
export type MembershipBarrier = "provider_required" | "second_factor_required";

/**
 * Returns what the session of a person lacks to use their membership in an organization: the sign-in through its identity
 * provider, or a second factor. Null when it lacks nothing, and for work without a session, which a session began. Every
 * use of a membership by a session asks this, because a session can get memberships after the sign-in: by a merge, an
 * invitation or a new address, or when the organization begins to require it (decision 0133).
 */
export function findMembershipBarrier(
  person: PersonInSession,
  organizationId: string,
): MembershipBarrier | null {
  const { session } = person;
  const organization = findMembership(person, organizationId)?.organization;
  if (!session || !organization) return null;
  const domain = requiredDomain(person, organization);
  if (domain !== null && session.provider?.domain !== domain) return "provider_required";
  return organization.requiresSecondFactor && !hasFactorFor(session, organization)
    ? "second_factor_required"
    : null;
}

const secondFactorRequired = (): ApiError =>
  forbidden(
    "This organization requires a second factor. Add a passkey or an authenticator app to your account, or sign in with yours.",
    "second_factor_required",
  );

/** Throws 403 when the session of a person must not use their membership in an organization (`findMembershipBarrier`). */
export function requireNoBarrier(person: PersonInSession, organizationId: string): void {
  const organization = findMembership(person, organizationId)?.organization;
  const barrier = findMembershipBarrier(person, organizationId);
  if (!organization || barrier === null) return;
  throw barrier === "provider_required" ? membershipNeedsProvider(organization) : secondFactorRequired();
}
