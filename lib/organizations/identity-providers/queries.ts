import { db } from "@/lib/kernel/db";
import type { Prisma } from "@/prisma/generated/client";
import { providerSelect, toProviderRow, type ProviderRow } from "./serializer";

export async function findProvider(organizationId: string): Promise<ProviderRow | null> {
  const row = await db().identityProvider.findUnique({
    where: { organizationId },
    select: providerSelect,
    relationLoadStrategy: "join",
  });
  return row && toProviderRow(row);
}

/** The domain of an organization that is verified by a DNS record. Null when it has none. */
export async function findDnsDomain(organizationId: string): Promise<string | null> {
  const row = await db().organization.findUnique({
    where: { id: organizationId },
    select: { verifiedDomain: true, domain: { select: { method: true } } },
    relationLoadStrategy: "join",
  });
  return row?.domain?.method === "dns" ? row.verifiedDomain : null;
}

/** Several organizations may have verified one domain; more than these are not looked at. */
const MAX_PROVIDERS = 100;

/** Finds the providers of the organizations that have verified one of these domains, the oldest first. */
export async function findProvidersOfDomains(domains: string[]): Promise<ProviderRow[]> {
  const rows = await db().identityProvider.findMany({
    where: { organization: { verifiedDomain: { in: domains } } },
    select: providerSelect,
    orderBy: [{ createdAt: "asc" }, { organizationId: "asc" }],
    take: MAX_PROVIDERS,
    relationLoadStrategy: "join",
  });
  return rows.map(toProviderRow);
}

/** Locks the organization, so that of two changes at the same time none is lost. */
export async function lockOrganization(organizationId: string): Promise<void> {
  await db().$queryRaw`SELECT id FROM organizations WHERE id = ${organizationId}::uuid FOR NO KEY UPDATE`;
}

/**
 * Reads the certificates of a provider, and locks it against changes until the transaction ends. Empty without a
 * provider.
 */
export async function lockCertificates(organizationId: string): Promise<string[]> {
  const [row] = await db().$queryRaw<{ certificates: string[] }[]>`
    SELECT certificates FROM identity_providers WHERE organization_id = ${organizationId}::uuid FOR SHARE`;
  return row?.certificates ?? [];
}

export type StoredSettings = Omit<ProviderRow, "organizationId" | "organization" | "createdAt" | "updatedAt">;

export async function saveProvider(
  organizationId: string,
  settings: StoredSettings,
  at: Date,
): Promise<void> {
  const data = { ...settings, roleRules: settings.roleRules satisfies Prisma.InputJsonValue, updatedAt: at };
  await db().identityProvider.upsert({
    where: { organizationId },
    create: { ...data, organizationId, createdAt: at },
    update: data,
    select: { organizationId: true },
  });
}

/** Deletes the provider and the sign-ins that are on their way. Returns false when there was none. */
export const deleteProvider = async (organizationId: string): Promise<boolean> =>
  (await db().identityProvider.deleteMany({ where: { organizationId } })).count > 0;

export async function saveRequirement(
  organizationId: string,
  isRequired: boolean,
  at: Date,
): Promise<boolean> {
  const { count } = await db().identityProvider.updateMany({
    where: { organizationId, isRequired: !isRequired },
    data: { isRequired, updatedAt: at },
  });
  return count > 0;
}

/** Notes a sign-in that succeeded with a certificate, unless the provider was changed since it was read. */
export async function saveTrial(
  { organizationId, updatedAt }: ProviderRow,
  trial: { triedAt: Date; triedCertificate: string },
): Promise<void> {
  await db().identityProvider.updateMany({ where: { organizationId, updatedAt }, data: trial });
}
