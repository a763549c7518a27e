"use client";

import { useMutation } from "@tanstack/react-query";
import { apiRemove, apiWrite, organizationPath } from "@/components/api";
import type { IdentityProvider } from "@/lib/organizations/identity-providers/schema";

const path = (organizationId: string): string => organizationPath(organizationId, "identity_provider");

/** Changes what is given of the identity provider. */
export const writeProvider = (organizationId: string, body: unknown): Promise<IdentityProvider> =>
  apiWrite<IdentityProvider>("PUT", path(organizationId), body);

/** Requires the sign-in through the provider, or ends the requirement. */
export const useRequireProvider = (organizationId: string) =>
  useMutation({
    mutationFn: (isRequired: boolean) => writeProvider(organizationId, { is_required: isRequired }),
  });

/** Removes the identity provider. */
export const useRemoveProvider = (organizationId: string) =>
  useMutation({ mutationFn: () => apiRemove(path(organizationId)) });
