"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { apiList, organizationPath } from "@/components/api";
import { cleanSearchText } from "@/components/ui/list-address";
import type { BadgeTemplate } from "@/lib/badges/templates/schema";
import type { IssuedBadge } from "@/lib/badges/issued/schema";
import type { PaletteGroup, PaletteScope } from "./palette-items";

const PAUSE_MS = 250;
const MAX_RESULTS = "5";

type FoundTemplate = Pick<BadgeTemplate, "id" | "name" | "state">;
type FoundBadge = Pick<IssuedBadge, "id" | "issued_to" | "badge_template">;

/** Returns the text after a pause in typing. */
function useDebouncedText(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}

async function fetchGroups({ organizationId, home }: PaletteScope, words: string): Promise<PaletteGroup[]> {
  const list = <Item>(path: string, key: string) => {
    const query = new URLSearchParams({ filter: `${key}::${words}`, per: MAX_RESULTS });
    return apiList<Item>(`${organizationPath(organizationId, path)}?${query}`);
  };
  const [templates, badges] = await Promise.all([
    list<FoundTemplate>("badge_templates", "name"),
    list<FoundBadge>("badges", "query"),
  ]);
  return [
    {
      value: "Badge templates",
      items: templates.map(({ id, name, state }) => ({
        id,
        label: name,
        detail: state === "active" ? "" : state,
        href: `${home}/badge_templates/${id}`,
      })),
    },
    {
      value: "Recipients",
      items: badges.map(({ id, issued_to: name, badge_template: template }) => ({
        id,
        label: name,
        detail: template.name,
        href: `${home}/issued_badges/${id}`,
      })),
    },
  ];
}

/** Finds templates and recipients that match the text: two requests, sent after a pause in typing. */
export function usePaletteSearch(scope: PaletteScope, text: string) {
  const words = cleanSearchText(useDebouncedText(text));
  const isLongEnough = words.length >= 2;
  const { data, isFetching, isError } = useQuery({
    queryKey: ["palette", scope.organizationId, words],
    queryFn: () => fetchGroups(scope, words),
    enabled: isLongEnough,
    retry: false,
  });
  const found = isLongEnough ? (data ?? []).filter(({ items }) => items.length > 0) : [];
  const isDebouncing = cleanSearchText(text) !== words && cleanSearchText(text).length >= 2;
  return { found, isSearching: isFetching || isDebouncing, isError };
}
