import { createToken } from "@/lib/applications/authorization-tokens/service";
import { presentToken } from "@/lib/applications/authorization-tokens/serializer";
import type { Caller } from "@/lib/access/callers/caller";
import { transaction } from "@/lib/kernel/db";
import { randomText } from "@/lib/kernel/secrets";
import { joinNames } from "@/lib/kernel/names";
import { createDefaultApplication } from "@/lib/applications/oauth-applications/service";
import { addAdministrator, createOrganization } from "@/lib/organizations/profile/service";
import { hashPassword } from "@/lib/identity/users/passwords";
import { ensureAdministrator } from "@/lib/identity/users/service";

const ALL = { read: true, write: true, delete: true };

/** The credentials of a new organization. The secrets are shown only once. */
export type NewOrganization = {
  organization_id: string;
  admin_email: string;
  admin_password: string;
  authorization_token: string;
  client_id: string;
  client_secret: string;
};

/** Builds the caller for actions of the installation's operator in an organization, as the audit log shows it. */
export const buildOperatorCaller = (organizationId: string): Caller => ({
  organizationId,
  organizationIds: [organizationId],
  scopes: "all",
  access: ALL,
  actor: { type: "System", id: "admin", name: "Operator of the installation" },
});

const administratorCaller = (organizationId: string, id: string, name: string): Caller => ({
  organizationId,
  organizationIds: [organizationId],
  scopes: "all",
  access: ALL,
  actor: { type: "User", id, name },
});

/** Creates a token with all permissions and returns it. */
async function createFirstToken(caller: Caller): Promise<string> {
  const body = {
    description: "First token",
    read_enabled: true,
    write_enabled: true,
    delete_enabled: true,
  };
  return presentToken(await createToken(caller, body)).token;
}

/** The credentials of a new administrator. They are shown only once. */
export type NewAdministrator = { admin_email: string; admin_password: string; authorization_token: string };

/**
 * Gives an organization an administrator (an existing account of this address gets the new password), and a token with
 * all permissions.
 */
export async function setUpAdministrator(organizationId: string, email: string): Promise<NewAdministrator> {
  const password = randomText(16);
  const passwordHash = await hashPassword(password);
  return transaction(async () => {
    const id = await ensureAdministrator(email, ["Administrator", ""], passwordHash);
    await addAdministrator(organizationId, id);
    const token = await createFirstToken(administratorCaller(organizationId, id, "Administrator"));
    return { admin_email: email, admin_password: password, authorization_token: token };
  });
}

/**
 * Creates an organization in one transaction: with its administrator (an existing account of this address gets the new
 * password), a token with all permissions, and the application `Default`. Also returns the administrator as a caller.
 */
export async function setUpOrganization(input: {
  name: string;
  adminEmail: string;
  administrator?: { firstName: string; lastName: string };
  organization?: { primaryHexColor?: string; websiteUrl?: string; bio?: string };
}): Promise<{ made: NewOrganization; caller: Caller }> {
  const password = randomText(16);
  const passwordHash = await hashPassword(password);
  const { firstName, lastName } = input.administrator ?? { firstName: "Administrator", lastName: "" };
  const displayName = joinNames(firstName, lastName);
  return transaction(async () => {
    const administratorId = await ensureAdministrator(input.adminEmail, [firstName, lastName], passwordHash);
    const organizationId = await createOrganization({
      ...input.organization,
      name: input.name,
      administratorId,
      contactEmail: input.adminEmail,
    });
    const caller = administratorCaller(organizationId, administratorId, displayName);
    const token = await createFirstToken(caller);
    const application = await createDefaultApplication(organizationId, caller.actor);
    const made = {
      organization_id: organizationId,
      admin_email: input.adminEmail,
      admin_password: password,
      authorization_token: token,
      client_id: application.clientId,
      client_secret: application.clientSecret,
    };
    return { made, caller };
  });
}
