"use client";

import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { apiList, apiWrite } from "@/components/api";
import { searchWords } from "@/components/ui/list-address";
import type { RulePreview, EvaluationResult } from "@/lib/learning/eligibility/schema";
import type { LearningGradableItem } from "@/lib/learning/organization-lists/schema";
import type { LearningRuleDocument } from "@/lib/learning/rules/schema";
import { integrationPath } from "./integration-hooks";
import type { RulePlace } from "./rule-values";

const rulesPath = ({ organizationId, integrationId, badgeTemplateId }: RulePlace): string =>
  integrationPath(organizationId, `/${integrationId}/rules/${badgeTemplateId}`);

/** Writes all rules of a badge; the form shows what went wrong. */
export const useSaveRules = (place: RulePlace) =>
  useMutation({
    mutationFn: (body: unknown) => apiWrite<LearningRuleDocument>("PUT", rulesPath(place), body),
    meta: { inForm: true },
  });

/** Who would qualify by these rules; asked once they are complete (`body` is null before). */
export const useRulePreview = ({ organizationId, integrationId }: RulePlace, body: unknown) =>
  useQuery({
    queryKey: ["rule-preview", integrationId, JSON.stringify(body)],
    queryFn: () =>
      apiWrite<RulePreview>("POST", integrationPath(organizationId, `/${integrationId}/rule_preview`), body),
    enabled: body !== null,
    placeholderData: keepPreviousData,
    // Grades arrive while somebody thinks about a rule.
    staleTime: 0,
  });

/** Lets the preview ask once more: who had been due has the badge now. */
export function useStalePreviews({ integrationId }: RulePlace): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: ["rule-preview", integrationId] });
}

/** One step of an evaluation. */
export const evaluateStep = (place: RulePlace, body: { limit: number; after?: string }) =>
  apiWrite<EvaluationResult>("POST", `${rulesPath(place)}/evaluate`, body);

/** Gradables with the words in their name or id; without words the page came with the first ones. */
export const useGradables = ({ organizationId, integrationId }: RulePlace, words: string) =>
  useQuery({
    queryKey: ["gradables", integrationId, words],
    queryFn: async () => {
      const search = new URLSearchParams({ filter: `query::${searchWords(words)}`, sort: "name", per: "50" });
      const path = integrationPath(organizationId, `/${integrationId}/gradables?${search}`);
      return apiList<LearningGradableItem>(path);
    },
    enabled: words !== "",
    placeholderData: keepPreviousData,
  });
