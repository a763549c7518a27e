"use client";

import { useMutation } from "@tanstack/react-query";
import { apiRemove, apiWrite, organizationPath } from "@/components/api";
import type { LearningIntegrationItem } from "@/lib/learning/integrations/schema";

/** The path of an integration, or of something of it. */
export const integrationPath = (organizationId: string, rest = ""): string =>
  organizationPath(organizationId, `learning_integrations${rest}`);

/** Makes an integration, or changes the one with this id; the form shows what went wrong. */
export const useSaveIntegration = (organizationId: string, id: number | null) =>
  useMutation({
    mutationFn: (body: unknown) =>
      id === null
        ? apiWrite<LearningIntegrationItem>("POST", integrationPath(organizationId), body)
        : apiWrite<LearningIntegrationItem>("PUT", integrationPath(organizationId, `/${id}`), body),
    meta: { inForm: true },
  });

/** Deletes an integration with all that its learning system sent. */
export const useDeleteIntegration = (organizationId: string, id: number) =>
  useMutation({ mutationFn: () => apiRemove(integrationPath(organizationId, `/${id}`)) });
