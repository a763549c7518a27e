"use client";

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { apiList, apiWrite } from "@/components/api";
import { cleanSearchText } from "@/components/ui/list/list-address";
import type { RulePreview, EvaluationResult } from "@/lib/learning/eligibility/schema";
import type { LearningGradableItem } from "@/lib/learning/organization-lists/schema";
import type { LearningRuleDocument } from "@/lib/learning/rules/schema";
import { integrationPath } from "./integration-hooks";
import type { RuleTarget } from "./rule-values";

const rulesPath = ({ organizationId, integrationId, badgeTemplateId }: RuleTarget): string =>
  integrationPath(organizationId, `/${integrationId}/rules/${badgeTemplateId}`);

/** Saves all rules of a badge. */
export const saveRules = (target: RuleTarget, body: unknown): Promise<LearningRuleDocument> =>
  apiWrite("PUT", rulesPath(target), body);

/** Fetches who would qualify by these rules. `body` is null while they are incomplete. */
export const useRulePreview = ({ organizationId, integrationId }: RuleTarget, body: unknown) =>
  useQuery({
    queryKey: ["rule-preview", integrationId, JSON.stringify(body)],
    queryFn: () =>
      apiWrite<RulePreview>("POST", integrationPath(organizationId, `/${integrationId}/rule_preview`), body),
    enabled: body !== null,
    placeholderData: keepPreviousData,
    // New grades can arrive while a rule is being edited.
    staleTime: 0,
  });

/** Returns a function that refetches the preview, for use after badges were issued. */
export function useInvalidatePreviews({ integrationId }: RuleTarget): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: ["rule-preview", integrationId] });
}

/** Evaluates the rules for one batch of students. */
export const evaluateBatch = (target: RuleTarget, body: { limit: number; after?: string }) =>
  apiWrite<EvaluationResult>("POST", `${rulesPath(target)}/evaluate`, body);

/** Searches gradables by name or id. Without a search term nothing is fetched: the page has the first ones. */
export const useGradables = ({ organizationId, integrationId }: RuleTarget, searchTerm: string) =>
  useQuery({
    queryKey: ["gradables", integrationId, searchTerm],
    queryFn: async () => {
      const search = new URLSearchParams({
        filter: `query::${cleanSearchText(searchTerm)}`,
        sort: "name",
        per: "50",
      });
      const path = integrationPath(organizationId, `/${integrationId}/gradables?${search}`);
      return apiList<LearningGradableItem>(path);
    },
    enabled: searchTerm !== "",
    placeholderData: keepPreviousData,
  });
