"use client";

import { useMutation } from "@tanstack/react-query";
import { apiRemove, apiWrite, organizationPath } from "@/components/api";
import type { Recommendation } from "@/lib/badges/recommendations/schema";

const recommendationsPath = (organizationId: string, rest = ""): string =>
  organizationPath(organizationId, `recommendations${rest}`);

/** Creates a recommendation, or changes the one with this id. */
export const saveRecommendation = (
  organizationId: string,
  id: string | null,
  body: unknown,
): Promise<Recommendation> =>
  id === null
    ? apiWrite("POST", recommendationsPath(organizationId), body)
    : apiWrite("PATCH", recommendationsPath(organizationId, `/${id}`), body);

/** Deletes a recommendation and removes it from its templates. */
export const useDeleteRecommendation = (organizationId: string, id: string) =>
  useMutation({ mutationFn: () => apiRemove(recommendationsPath(organizationId, `/${id}`)) });
