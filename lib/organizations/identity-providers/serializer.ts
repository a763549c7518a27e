import { publicUrl } from "@/lib/kernel/env";
import type { Prisma } from "@/prisma/generated/client";
import { describeCertificate } from "./certificate";
import type { SignInBinding } from "./choices";
import type { IdentityProvider, RoleRule } from "./schema";

export const providerSelect = {
  organizationId: true,
  entityId: true,
  signInUrl: true,
  signInBinding: true,
  certificates: true,
  isRequired: true,
  emailAttribute: true,
  firstNameAttribute: true,
  lastNameAttribute: true,
  roleAttribute: true,
  roleRules: true,
  defaultRole: true,
  triedAt: true,
  triedCertificate: true,
  certificatesEndAt: true,
  createdAt: true,
  updatedAt: true,
  organization: {
    select: { name: true, verifiedAt: true, verifiedDomain: true, domain: { select: { method: true } } },
  },
} satisfies Prisma.IdentityProviderSelect;

type StoredProvider = Prisma.IdentityProviderGetPayload<{ select: typeof providerSelect }>;

/** What decides whether people have to sign in through a provider. */
type Requirement = Pick<StoredProvider, "isRequired" | "triedAt"> & {
  organization: Omit<StoredProvider["organization"], "name">;
};
export type ProviderRow = Omit<StoredProvider, "roleRules" | "signInBinding"> & {
  roleRules: RoleRule[];
  signInBinding: SignInBinding;
};

/**
 * The domain whose people the provider may sign in. A file on a web server does not suffice: who runs the web server of a
 * company must not get into the accounts of its people.
 */
export const providerDomain = ({ organization }: Pick<Requirement, "organization">): string | null =>
  organization.domain?.method === "dns" ? organization.verifiedDomain : null;

/** Whether a sign-in has succeeded with the provider as it is, since the domain was verified. */
export const isTried = ({
  triedAt,
  organization: { verifiedAt },
}: Pick<Requirement, "triedAt" | "organization">): boolean =>
  triedAt !== null && verifiedAt !== null && triedAt >= verifiedAt;

/** Whether people have to sign in through the provider now. */
export const isInForce = (row: Requirement): boolean =>
  row.isRequired && providerDomain(row) !== null && isTried(row);

/** Reads the columns of role rules and of the binding, which only this folder writes. */
export const toProviderRow = (row: StoredProvider): ProviderRow => ({
  ...row,
  roleRules: row.roleRules as RoleRule[],
  signInBinding: row.signInBinding as SignInBinding,
});

/** The addresses of this service for the provider of an organization. Its entity id is the address of its metadata. */
export const serviceAddresses = (organizationId: string) => ({
  entity_id: publicUrl(`/saml/${organizationId}/metadata`),
  response_url: publicUrl(`/saml/${organizationId}/response`),
  sign_in_url: publicUrl(`/saml/${organizationId}/sign-in`),
  start_url: publicUrl("/sign-in"),
});

/** The configuration without dates: what administrators enter, as the audit log names it too. */
export const presentSettings = (
  row: Omit<
    ProviderRow,
    "organization" | "triedAt" | "triedCertificate" | "certificatesEndAt" | "createdAt" | "updatedAt"
  >,
) => ({
  entity_id: row.entityId,
  sign_in_url: row.signInUrl,
  sign_in_binding: row.signInBinding,
  is_required: row.isRequired,
  email_attribute: row.emailAttribute,
  first_name_attribute: row.firstNameAttribute,
  last_name_attribute: row.lastNameAttribute,
  role_attribute: row.roleAttribute,
  role_rules: row.roleRules,
  default_role: row.defaultRole,
});

export const presentIdentityProvider = (row: ProviderRow): IdentityProvider => ({
  ...presentSettings(row),
  certificates: row.certificates.map(describeCertificate),
  is_enforced: isInForce(row),
  domain: providerDomain(row),
  tried_at: isTried(row) ? (row.triedAt?.toISOString() ?? null) : null,
  service: serviceAddresses(row.organizationId),
  updated_at: row.updatedAt.toISOString(),
});
