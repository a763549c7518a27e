"use client";

import { useMutation } from "@tanstack/react-query";
import { apiRemove, apiWrite, organizationPath } from "@/components/api";
import type { Recommendation } from "@/lib/badges/recommendations/schema";

const recommendationsPath = (organizationId: string, rest = ""): string =>
  organizationPath(organizationId, `recommendations${rest}`);

/** Creates a recommendation, or changes the one with this id. The form shows errors. */
export const useSaveRecommendation = (organizationId: string, id: string | null) =>
  useMutation({
    mutationFn: (body: unknown) =>
      id === null
        ? apiWrite<Recommendation>("POST", recommendationsPath(organizationId), body)
        : apiWrite<Recommendation>("PATCH", recommendationsPath(organizationId, `/${id}`), body),
    meta: { inForm: true },
  });

/** Deletes a recommendation and removes it from its templates. */
export const useDeleteRecommendation = (organizationId: string, id: string) =>
  useMutation({ mutationFn: () => apiRemove(recommendationsPath(organizationId, `/${id}`)) });
