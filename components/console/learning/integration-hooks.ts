"use client";

import { useMutation } from "@tanstack/react-query";
import { apiRemove, apiWrite, organizationPath } from "@/components/api";
import type { LearningIntegrationItem } from "@/lib/learning/integrations/schema";

/** Returns the API path of the integrations, or of a resource below them. */
export const integrationPath = (organizationId: string, rest = ""): string =>
  organizationPath(organizationId, `learning_integrations${rest}`);

/** Creates an integration, or changes the one with this id. */
export const saveIntegration = (
  organizationId: string,
  id: number | null,
  body: unknown,
): Promise<LearningIntegrationItem> =>
  id === null
    ? apiWrite("POST", integrationPath(organizationId), body)
    : apiWrite("PUT", integrationPath(organizationId, `/${id}`), body);

/** Deletes an integration with all data from its learning system. */
export const useDeleteIntegration = (organizationId: string, id: number) =>
  useMutation({ mutationFn: () => apiRemove(integrationPath(organizationId, `/${id}`)) });
