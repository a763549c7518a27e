"use client";

import { useMutation } from "@tanstack/react-query";
import { apiRemove, apiWrite, organizationPath } from "@/components/api";
import type { OrganizationDomain } from "@/lib/organizations/domains/schema";
import type { Organization } from "@/lib/organizations/profile/schema";

/** Changes the organization's profile. */
export const saveOrganization = (id: string, body: unknown): Promise<Organization> =>
  apiWrite("PUT", `/v1/organizations/${id}`, body);

/** Sets the domain to verify. */
export const saveDomain = (organizationId: string, body: unknown): Promise<OrganizationDomain> =>
  apiWrite("PUT", organizationPath(organizationId, "domain"), body);

/** Looks now for the DNS record or the file that proves the ownership of the domain. */
export const useCheckDomain = (organizationId: string) =>
  useMutation({
    mutationFn: () =>
      apiWrite<OrganizationDomain>("POST", organizationPath(organizationId, "domain/check"), {}),
  });

/** Removes the domain. */
export const useRemoveDomain = (organizationId: string) =>
  useMutation({ mutationFn: () => apiRemove(organizationPath(organizationId, "domain")) });
