import { insertMembership } from "@/lib/organizations/profile/queries";
import type { TestOrganization } from "../builders";
import { send } from "../http/client";
import { createEarner, type TestEarner } from "./earners";
import type { SigningKey } from "./saml-provider";
import { createRequiringOrganization, newAddress } from "./saml-sign-in";

// Members of organizations that require the sign-in through their provider.

/** What a session reads of the members of an organization that it must not read, and of one that it may. */
export const BARRED = [403, "provider_required"];
export const ALLOWED = [200, undefined];

/** Requests the members of an organization. Returns the status and the code of the error. */
export async function readMembers(
  organizationId: string,
  headers: Record<string, string>,
): Promise<[number, unknown]> {
  const { status, data } = await send("GET", `/v1/organizations/${organizationId}/members`, { headers });
  return [status, data.code];
}

/** A member with an address of the domain, with a session that a password opened. */
export async function createPasswordMember(organization: {
  id: string;
  domain: string;
}): Promise<TestEarner> {
  const person = await createEarner(newAddress(organization.domain));
  await insertMembership(organization.id, person.id, "administrator");
  return person;
}

/** An administrator of an organization that requires its provider, whose session a password opened before. */
export async function createLateMember(
  key: SigningKey,
): Promise<{ organization: TestOrganization & { domain: string }; person: TestEarner }> {
  const organization = await createRequiringOrganization(key);
  return { organization, person: await createPasswordMember(organization) };
}
