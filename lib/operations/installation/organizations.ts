import { transaction } from "@/lib/kernel/db";
import { pageMetadata, type ListResult } from "./list-result";
import { buildOperatorCaller } from "./operator";
import {
  listAllOrganizations,
  getOrganizationByKey,
  setWorkforceAccess,
} from "@/lib/organizations/profile/service";
import { endRequirement } from "@/lib/organizations/identity-providers/service";
import { updateOrganization } from "@/lib/organizations/profile/update";
import { presentOrganizationSummary, type OrganizationSummary } from "@/lib/organizations/profile/serializer";

/** Lists the organizations of the installation, oldest first; `query` is a part of the name. */
export async function listOrganizations(given: {
  query?: string | undefined;
  page: number;
}): Promise<ListResult<OrganizationSummary>> {
  const page = await listAllOrganizations(given);
  return { items: page.rows.map(presentOrganizationSummary), ...pageMetadata(page) };
}

/** Shows an organization, by its id or its vanity slug. 404 for an unknown one. */
export const showOrganization = async (key: string): Promise<OrganizationSummary> =>
  presentOrganizationSummary(await getOrganizationByKey(key));

type OrganizationChanges = {
  name?: string | undefined;
  workforce?: boolean | undefined;
  /** Whether to end the requirement to sign in through the identity provider. */
  endsSingleSignOn?: boolean;
};

/**
 * Renames an organization, turns its access to workforce data on or off, and ends the requirement of its single sign-on, in
 * one transaction. 404 for an unknown one.
 */
export async function changeOrganization(
  key: string,
  { name, workforce, endsSingleSignOn }: OrganizationChanges,
): Promise<OrganizationSummary> {
  await transaction(async () => {
    const operator = buildOperatorCaller((await getOrganizationByKey(key)).id);
    if (name !== undefined) await updateOrganization(operator, { name });
    if (workforce !== undefined) await setWorkforceAccess(operator, workforce);
    if (endsSingleSignOn) await endRequirement(operator);
  });
  return showOrganization(key);
}
