"use client";

import { useMutation } from "@tanstack/react-query";
import { apiRemove, apiWrite, organizationPath } from "@/components/api";
import type { LearningIntegrationItem } from "@/lib/learning/integrations/schema";

/** Returns the API path of the integrations, or of a resource below them. */
export const integrationPath = (organizationId: string, rest = ""): string =>
  organizationPath(organizationId, `learning_integrations${rest}`);

/** Creates an integration, or changes the one with this id. The form shows errors. */
export const useSaveIntegration = (organizationId: string, id: number | null) =>
  useMutation({
    mutationFn: (body: unknown) =>
      id === null
        ? apiWrite<LearningIntegrationItem>("POST", integrationPath(organizationId), body)
        : apiWrite<LearningIntegrationItem>("PUT", integrationPath(organizationId, `/${id}`), body),
    meta: { inForm: true },
  });

/** Deletes an integration with all data from its learning system. */
export const useDeleteIntegration = (organizationId: string, id: number) =>
  useMutation({ mutationFn: () => apiRemove(integrationPath(organizationId, `/${id}`)) });
