"use client";

import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { apiList, apiRead, apiRemove, apiWrite, organizationPath } from "@/components/api";
import { cleanSearchText } from "@/components/ui/list/list-address";
import type { BadgeTemplate, IssuableBadgeTemplate } from "@/lib/badges/templates/schema";

const templatePath = (organizationId: string, id?: string): string =>
  organizationPath(organizationId, id ? `badge_templates/${id}` : "badge_templates");

/** Reads a template. */
export const useTemplate = (organizationId: string, id: string) =>
  useQuery({
    queryKey: ["badge_template", organizationId, id],
    queryFn: () => apiRead<BadgeTemplate>(templatePath(organizationId, id)),
    staleTime: 0,
  });

/** Creates a template, or changes the one with this id. */
export const saveTemplate = (
  organizationId: string,
  id: string | null,
  body: unknown,
): Promise<BadgeTemplate> =>
  id === null
    ? apiWrite("POST", templatePath(organizationId), body)
    : apiWrite("PUT", templatePath(organizationId, id), body);

/** Changes the state of a template. */
export const useChangeTemplateState = (organizationId: string, id: string) =>
  useMutation({
    mutationFn: (state: BadgeTemplate["state"]) =>
      apiWrite<BadgeTemplate>("PUT", templatePath(organizationId, id), { state }),
  });

/** Creates a draft with the same content. */
export const useCopyTemplate = (organizationId: string, id: string) =>
  useMutation({
    mutationFn: () => apiWrite<BadgeTemplate>("POST", `${templatePath(organizationId, id)}/copy`, {}),
  });

/** Deletes a template without issued badges. */
export const deleteTemplate = (organizationId: string, id: string): Promise<void> =>
  apiRemove(templatePath(organizationId, id));

/** The API lists of templates: the organization's own, or all that it may issue. */
export type TemplateList = "badge_templates" | "issuable_badge_templates";

/** Finds templates of a list by words in their name or description, of one state or (null) of all, sorted by name. */
const useTemplates = (
  organizationId: string,
  list: TemplateList,
  words: string,
  state: BadgeTemplate["state"] | null,
) =>
  useQuery({
    queryKey: [list, organizationId, state, words],
    queryFn: async () => {
      const query = cleanSearchText(words);
      const filter = [...(state ? [`state::${state}`] : []), ...(query ? [`query::${query}`] : [])].join("|");
      const search = new URLSearchParams({ filter, sort: "name", per: "24" });
      return apiList<Omit<IssuableBadgeTemplate, "public" | "updated_at">>(
        `${organizationPath(organizationId, list)}?${search}`,
      );
    },
    // Without words, the page already has the first templates.
    enabled: words !== "",
    placeholderData: keepPreviousData,
  });

/** Finds active templates by words, sorted by name. */
export const useActiveTemplates = (organizationId: string, among: TemplateList, words: string) =>
  useTemplates(organizationId, among, words, "active");

/** Finds templates of every state by words, sorted by name. */
export const useTemplatesByName = (organizationId: string, words: string) =>
  useTemplates(organizationId, "badge_templates", words, null);
