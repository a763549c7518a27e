import { forbidden, type ApiError } from "@/lib/kernel/errors";
import type { SignInRow } from "@/lib/identity/users/serializer";
import { findPerson } from "@/lib/identity/users/service";
import { isInForce, serviceAddresses } from "@/lib/organizations/identity-providers/serializer";
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
  { memberships, emails }: SignInRow,
  used: string | null = null,
): Promise<boolean> {
  const required = await listRequiredProviders(emails.map(({ email }) => email));
  const memberOf = new Set(memberships.map(({ organization }) => organization.id));
  const primaryDomain = emails[0] && domainOf(emails[0].email);
  return required.some(({ organizationId, organization: { verifiedDomain } }) => {
    const isConcerned = memberOf.has(organizationId) || verifiedDomain === primaryDomain;
    return isConcerned && verifiedDomain !== used;
  });
}

type Organization = SignInRow["memberships"][number]["organization"];

/** An organization, or the real one of a test organization, which has the same members and the same sign-in. */
const realOrganization = ({ memberships }: SignInRow, organization: Organization): Organization =>
  memberships.find(({ organization: { id } }) => id === organization.testOfId)?.organization ?? organization;

/**
 * The domain for which a member has to sign in through an identity provider before a session may use the membership: the
 * organization requires it, and an address of theirs is in its domain. Null when any sign-in will do.
 */
export function requiredDomain(person: SignInRow, organization: Organization): string | null {
  const { identityProvider, ...real } = realOrganization(person, organization);
  const domain = real.verifiedDomain;
  if (!identityProvider || !domain || !isInForce({ ...identityProvider, organization: real })) return null;
  return person.emails.some(({ email }) => domainOf(email) === domain) ? domain : null;
}

/** The address at which a member signs in through the provider of their organization. */
export const memberSignInUrl = (organization: Pick<Organization, "id" | "testOfId">): string =>
  serviceAddresses(organization.testOfId ?? organization.id).sign_in_url;

/** 403: this session does not come from the provider that an organization of the person requires. */
export const membershipNeedsProvider = (organization: Organization): ApiError =>
  forbidden(
    `${organization.name} requires single sign-on. Sign in through it at ${memberSignInUrl(organization)}, then repeat the request.`,
    PROVIDER_REQUIRED,
  );

/** Throws 403 `provider_required` for a person who may sign in only through a provider. */
export async function requireNoProvider(person: SignInRow): Promise<void> {
  if (await mustUseProvider(person)) throw providerRequired();
}

/** Throws 403 `provider_required` for an account whose password does not sign in, because an organization requires its own. */
export async function requireOwnPassword(userId: string): Promise<void> {
  const person = await findPerson(userId);
  if (person) await requireNoProvider(person);
}

/**
 * Throws 403 `provider_required` for an account that may be opened only through a provider other than the one that this
 * session comes from. Merging it would open what the organization protects to a session that it did not let in.
 */
export async function requireMergeable(userId: string, usedDomain: string | null): Promise<void> {
  const person = await findPerson(userId);
  if (!person || !(await mustUseProvider(person, usedDomain))) return;
  throw forbidden(
    "An organization requires single sign-on for the other account. Sign in to that account through the organization, add the address of this account there, and merge the accounts from there.",
    PROVIDER_REQUIRED,
  );
}
