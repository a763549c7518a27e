"use client";

import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { apiList, apiRemove, apiWrite, organizationPath } from "@/components/api";
import { searchWords } from "@/components/ui/list-address";
import type { BadgeTemplate, IssuableBadgeTemplate } from "@/lib/badges/templates/schema";

const path = (organizationId: string, id?: string): string =>
  organizationPath(organizationId, id ? `badge_templates/${id}` : "badge_templates");

/** Makes a template, or changes the one with this id; the form shows what went wrong. */
export const useSaveTemplate = (organizationId: string, id: string | null) =>
  useMutation({
    mutationFn: (body: unknown) =>
      id === null
        ? apiWrite<BadgeTemplate>("POST", path(organizationId), body)
        : apiWrite<BadgeTemplate>("PUT", path(organizationId, id), body),
    meta: { inForm: true },
  });

/** Moves a template to another state. */
export const useMoveTemplate = (organizationId: string, id: string) =>
  useMutation({
    mutationFn: (state: BadgeTemplate["state"]) =>
      apiWrite<BadgeTemplate>("PUT", path(organizationId, id), { state }),
  });

/** Makes a draft that says the same. */
export const useCopyTemplate = (organizationId: string, id: string) =>
  useMutation({
    mutationFn: () => apiWrite<BadgeTemplate>("POST", `${path(organizationId, id)}/copy`, {}),
  });

/** Deletes a template that issued nothing; the dialog that asks shows why it could not be. */
export const useDeleteTemplate = (organizationId: string, id: string) =>
  useMutation({ mutationFn: () => apiRemove(path(organizationId, id)), meta: { inForm: true } });

/** The organization's own templates, or all that it may issue. */
export type TemplateList = "badge_templates" | "issuable_badge_templates";

/** Templates of a list by name with the words in their name or description, those of a state alone when one is given. */
const useTemplates = (
  organizationId: string,
  list: TemplateList,
  words: string,
  state: BadgeTemplate["state"] | null,
) =>
  useQuery({
    queryKey: [list, organizationId, state, words],
    queryFn: async () => {
      const query = searchWords(words);
      const filter = [...(state ? [`state::${state}`] : []), ...(query ? [`query::${query}`] : [])].join("|");
      const search = new URLSearchParams({ filter, sort: "name", per: "24" });
      return apiList<Pick<IssuableBadgeTemplate, "id" | "name" | "image_url" | "skills" | "owner">>(
        `${organizationPath(organizationId, list)}?${search}`,
      );
    },
    // Without words the page came with the first ones.
    enabled: words !== "",
    placeholderData: keepPreviousData,
  });

/** Active templates by name, those with the words. */
export const useActiveTemplates = (organizationId: string, among: TemplateList, words: string) =>
  useTemplates(organizationId, among, words, "active");

/** Templates of every state by name, those with the words. */
export const useTemplatesByName = (organizationId: string, words: string) =>
  useTemplates(organizationId, "badge_templates", words, null);
