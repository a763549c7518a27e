"use client";

import { useMutation } from "@tanstack/react-query";
import { apiRemove, apiWrite, organizationPath } from "@/components/api";
import type { OrganizationDomain } from "@/lib/organizations/domains/schema";
import type { Organization } from "@/lib/organizations/profile/schema";

/** Changes the organization's profile. The form shows errors. */
export const useSaveOrganization = (id: string) =>
  useMutation({
    mutationFn: (body: unknown) => apiWrite<Organization>("PUT", `/v1/organizations/${id}`, body),
    meta: { inForm: true },
  });

/** Sets the domain to verify. The form shows errors. */
export const useSaveDomain = (organizationId: string) =>
  useMutation({
    mutationFn: (body: unknown) =>
      apiWrite<OrganizationDomain>("PUT", organizationPath(organizationId, "domain"), body),
    meta: { inForm: true },
  });

/** Checks now whether the domain has the proof. */
export const useCheckDomain = (organizationId: string) =>
  useMutation({
    mutationFn: () =>
      apiWrite<OrganizationDomain>("POST", organizationPath(organizationId, "domain/check"), {}),
  });

/** Removes the domain. */
export const useRemoveDomain = (organizationId: string) =>
  useMutation({ mutationFn: () => apiRemove(organizationPath(organizationId, "domain")) });
