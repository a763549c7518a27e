import { forbidden } from "@/lib/kernel/errors";
import type { SignInRow } from "@/lib/identity/users/serializer";
import { findPerson, listConfirmedAddresses } from "@/lib/identity/users/service";
import {
  domainOf,
  isProviderRequired,
  listRequiredProviders,
} from "@/lib/organizations/identity-providers/service";

/** The code of the error for a person who may sign in only through the identity provider of their organization. */
export const PROVIDER_REQUIRED = "provider_required";

const providerRequired = () =>
  forbidden("Sign in through your organization, which requires it.", PROVIDER_REQUIRED);

/**
 * Throws 403 `provider_required` for an address of a domain whose organization requires its own sign-in. Call it before
 * anything about the account is looked at, because it must tell nothing about accounts.
 */
export async function requireOwnSignIn(email: string): Promise<void> {
  if (await isProviderRequired(email)) throw providerRequired();
}

/**
 * Whether a person may sign in only through the provider of an organization, apart from those for the domain `used`: one
 * address of theirs is in its domain, and they are a member of it or the address is their primary one. People who have
 * left, and members with addresses of other domains, sign in without the provider. All organizations that have
 * verified a domain are the same owner's, so the provider of one is enough.
 */
export async function mustUseProvider(
  { id, memberships, emails: [primary] }: SignInRow,
  used: string | null = null,
): Promise<boolean> {
  const required = await listRequiredProviders(await listConfirmedAddresses(id));
  const memberOf = new Set(memberships.map(({ organization }) => organization.id));
  const primaryDomain = primary && domainOf(primary.email);
  return required.some(({ organizationId, organization: { verifiedDomain } }) => {
    const isConcerned = memberOf.has(organizationId) || verifiedDomain === primaryDomain;
    return isConcerned && verifiedDomain !== used;
  });
}

/** Throws 403 `provider_required` for a person who may sign in only through a provider. */
export async function requireNoProvider(person: SignInRow): Promise<void> {
  if (await mustUseProvider(person)) throw providerRequired();
}

/** Throws 403 `provider_required` for an account whose password does not sign in, because an organization requires its own. */
export async function requireOwnPassword(userId: string): Promise<void> {
  const person = await findPerson(userId);
  if (person) await requireNoProvider(person);
}
