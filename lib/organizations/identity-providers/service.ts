import { listChanges } from "@/lib/access/audit/changes";
import { buildAuditEntry, withAuditEntry, writeAuditEntries } from "@/lib/access/audit/service";
import type { Author, Caller, SignInProvider } from "@/lib/access/callers/caller";
import { ALL_RIGHTS, requireRights } from "@/lib/access/callers/rights";
import { recordNotices } from "@/lib/organizations/notices/record";
import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { notFound, unprocessable } from "@/lib/kernel/errors";
import { withdrawProvider } from "@/lib/identity/users/sessions";
import { requireRealOrganization } from "@/lib/organizations/profile/mode";
import { fingerprintOf } from "./certificate";
import {
  deleteProvider,
  findProvider,
  findProvidersOfDomains,
  findDnsDomain,
  lockCertificates,
  lockOrganization,
  saveProvider,
  saveRequirement,
  saveTrial,
  type StoredSettings,
} from "./queries";
import type { IdentityProviderInput } from "./schema";
import { mergeSettings } from "./settings";
import { isInForce, isTried, presentSettings, providerDomain, type ProviderRow } from "./serializer";

/** Throws 422 when no one could sign in with the requirement: with this provider no sign-in has succeeded. */
function requireTrial({ isRequired, triedAt }: StoredSettings, before: ProviderRow | null): void {
  const keepsTrial = triedAt !== null && before !== null && (before.isRequired || isTried(before));
  if (!isRequired || keepsTrial) return;
  throw unprocessable(
    "not_tried",
    "Sign in through the provider once before you require it. To change a provider that is required, keep the certificate of the last sign-in, or end the requirement first.",
  );
}

/** Returns the domain that is verified by DNS. Throws 422 without one: its people would not be the organization's own. */
async function requireOwnDomain(organizationId: string): Promise<string> {
  const domain = await findDnsDomain(organizationId);
  if (domain !== null) return domain;
  throw unprocessable("no_domain", "Verify the domain of your e-mail addresses by its DNS record first.");
}

/**
 * Throws 403 unless the caller has all rights: a caller who sets the keys of the provider can sign in as any person of
 * the domain, also as an administrator.
 */
const requireAllRights = (caller: Caller): void =>
  requireRights(caller, ALL_RIGHTS, "Changing the identity provider");

/** Returns the identity provider of the organization. Throws 404 when it has none. */
export async function getIdentityProvider(caller: Caller): Promise<ProviderRow> {
  const row = await findProvider(caller.organizationId);
  if (!row) throw notFound("This organization has no identity provider.");
  return row;
}

/** The provider of the organization, null without one, and the domain whose people may use one, null without one. */
export async function findSignInSetup({
  organizationId,
}: Caller): Promise<{ provider: ProviderRow | null; domain: string | null }> {
  const [provider, domain] = [await findProvider(organizationId), await findDnsDomain(organizationId)];
  return { provider, domain };
}

const auditFacts = (row: StoredSettings & { organizationId: string }) => ({
  ...presentSettings(row),
  certificates: row.certificates.map(fingerprintOf),
});

/** What a person who signs in is believed by. */
const trustFacts = ({ entityId, signInUrl, certificates }: StoredSettings): string =>
  JSON.stringify([entityId, signInUrl, certificates]);

/** Tells the administrators, because who sets the keys of a provider can sign in as any person of the domain. */
const notifyOfChange = (organizationId: string, domain: string, at: Date) =>
  recordNotices([
    {
      kind: "domain_failing",
      organizationId,
      key: `provider_changed:${domain}:${at.getTime()}`,
      data: { event: "provider_changed", domain, ends_at: null },
    },
  ]);

/**
 * Creates or changes the identity provider, and notifies the administrators of other keys or addresses. Fields that are not
 * given keep their values. Sessions that a removed certificate vouched for no longer meet the requirement. Throws 403 for a caller without all
 * rights, and 422 without a verified domain, in test mode, for a provider that is incomplete, and for the requirement before a
 * sign-in has succeeded.
 */
export async function updateIdentityProvider(
  caller: Caller,
  body: IdentityProviderInput,
): Promise<ProviderRow> {
  requireAllRights(caller);
  const { organizationId } = caller;
  await requireRealOrganization(
    organizationId,
    "Test mode has the sign-in of the organization. Leave test mode to change it.",
  );
  await withAuditEntry(caller, "identity_provider.update", organizationId, async (noteChanges) => {
    await lockOrganization(organizationId);
    const domain = await requireOwnDomain(organizationId);
    const before = await findProvider(organizationId);
    const after = mergeSettings(body, before);
    requireTrial(after, before);
    const now = clock.now();
    await saveProvider(organizationId, after, now);
    await withdrawProvider(organizationId, after.certificates.map(fingerprintOf));
    if (!before || trustFacts(before) !== trustFacts(after))
      await notifyOfChange(organizationId, domain, now);
    noteChanges(listChanges(before ? auditFacts(before) : {}, auditFacts({ ...after, organizationId })));
  });
  return getIdentityProvider(caller);
}

/**
 * Removes the identity provider. Its people sign in in other ways again. Throws 403 for a caller without all rights, and 404
 * when there is none.
 */
export async function removeIdentityProvider(caller: Caller): Promise<void> {
  requireAllRights(caller);
  await withAuditEntry(caller, "identity_provider.delete", caller.organizationId, async () => {
    if (!(await deleteProvider(caller.organizationId)))
      throw notFound("This organization has no identity provider.");
    await withdrawProvider(caller.organizationId, []);
  });
}

/**
 * Ends the requirement to sign in through the provider, for the operator, when a provider fails. Returns false when there
 * was none.
 */
export const endRequirement = (author: Author): Promise<boolean> =>
  transaction(async () => {
    if (!(await saveRequirement(author.organizationId, false, clock.now()))) return false;
    const entry = buildAuditEntry(author, "identity_provider.end_requirement", author.organizationId);
    await writeAuditEntries([entry]);
    return true;
  });

/** Finds the identity provider of an organization by its id, for a sign-in. Null when it has none. */
export const findProviderOfOrganization = findProvider;

/** The domain of an address, after the last @. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf("@") + 1);

/**
 * Finds the provider by which the people of this address sign in, whether they must or may. Null without one. If several
 * organizations have verified the domain, one that requires its provider comes first, then the oldest.
 */
export async function findProviderOfAddress(email: string): Promise<ProviderRow | null> {
  const rows = await findProvidersOfDomains([domainOf(email)]);
  const usable = rows.filter((row) => providerDomain(row) !== null);
  return usable.find(isInForce) ?? usable[0] ?? null;
}

/** Lists the providers that are required for these addresses. */
export async function listRequiredProviders(emails: string[]): Promise<ProviderRow[]> {
  if (emails.length === 0) return [];
  return (await findProvidersOfDomains([...new Set(emails.map(domainOf))])).filter(isInForce);
}

/**
 * Whether the owner of this address may sign in only through the provider of its domain. It depends on the domain alone,
 * so it tells nothing about accounts.
 */
export const isProviderRequired = async (email: string): Promise<boolean> =>
  (await listRequiredProviders([email])).length > 0;

/**
 * Whether a provider still has the certificate with which it vouched for a person. Locks it until the transaction ends, so
 * that a session that is stored there does not outlive a change of the provider.
 */
export const isStillTrusted = async ({ organizationId, certificate }: SignInProvider): Promise<boolean> =>
  (await lockCertificates(organizationId)).some((pem) => fingerprintOf(pem) === certificate);

/** A trial is recorded again after this time, not at each sign-in, which would make all write one row. */
const TRIAL_INTERVAL_MS = 3_600_000;

/**
 * Notes that a sign-in through the provider succeeded, as it was configured when the sign-in was finished. `certificate`: the
 * one, in PEM, whose key had signed it.
 */
export async function recordTrial(provider: ProviderRow, certificate: string): Promise<void> {
  const now = clock.now();
  const isRecent =
    provider.triedAt !== null && now.getTime() - provider.triedAt.getTime() < TRIAL_INTERVAL_MS;
  if (isRecent && isTried(provider) && provider.triedCertificate === certificate) return;
  await saveTrial(provider, { triedAt: now, triedCertificate: certificate });
}
