"use client";

import { useQuery } from "@tanstack/react-query";
import { ApiFailure, apiList, apiRead, organizationPath } from "@/components/api";
import { cleanSearchText, listHref } from "@/components/ui/list-address";
import { useDebouncedText } from "@/components/ui/use-debounced-text";
import type { BadgeTemplate } from "@/lib/badges/templates/schema";
import type { IssuedBadge } from "@/lib/badges/issued/schema";
import type { Employee } from "@/lib/workforce/employees/schema";
import type { PaletteGroup, PaletteScope } from "./palette-items";
import type { Section } from "./sections";

const PAUSE_MS = 250;
const MAX_RESULTS = 5;
const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i;

type FoundTemplate = Pick<BadgeTemplate, "id" | "name" | "state">;
type FoundBadge = Pick<IssuedBadge, "id" | "issued_to" | "badge_template">;
type FoundEmployee = Pick<Employee, "id" | "first_name" | "last_name" | "email">;

/** One kind of thing that the palette finds, and the list that has all that match. */
type Kind = {
  value: string;
  /** Below the organization, in the API and in the console. */
  apiPath: string;
  path: string;
  filter: string;
  toItem: (found: never) => { label: string; detail: string };
};

const KINDS: (Kind & { needs: Section })[] = [
  {
    value: "Badge templates",
    needs: "badge_templates",
    apiPath: "badge_templates",
    path: "/badge_templates",
    filter: "name",
    toItem: ({ name, state }: FoundTemplate) => ({ label: name, detail: state === "active" ? "" : state }),
  },
  {
    value: "Issued badges",
    needs: "issued_badges",
    apiPath: "badges",
    path: "/issued_badges",
    filter: "query",
    toItem: ({ issued_to: name, badge_template: { name: detail } }: FoundBadge) => ({ label: name, detail }),
  },
  {
    value: "Employees",
    needs: "employees",
    apiPath: "employees",
    path: "/employees",
    filter: "name_or_email",
    toItem: ({ first_name: first, last_name: last, email }: FoundEmployee) => ({
      label: [first, last].filter(Boolean).join(" ") || email,
      detail: email,
    }),
  },
];

type Found = { id: string };

/** Finds what matches the words; with a link to the whole list if there may be more. */
async function searchKind({ organizationId, home }: PaletteScope, kind: Kind, words: string) {
  const { value, apiPath, path, filter, toItem } = kind;
  const query = new URLSearchParams({ filter: `${filter}::${words}`, per: String(MAX_RESULTS) });
  const found = await apiList<Found>(`${organizationPath(organizationId, apiPath)}?${query}`);
  const items = found.map((one) => ({
    id: one.id,
    href: `${home}${path}/${one.id}`,
    ...toItem(one as never),
  }));
  if (items.length < MAX_RESULTS) return { value, items };
  const href = listHref({ path: home + path, params: { query: words } }, {});
  const all = {
    id: `all-${apiPath}`,
    label: `See all ${value.toLowerCase()} for “${words}”`,
    detail: "",
    href,
  };
  return { value, items: [...items, all] };
}

/** Finds the thing with this id. */
async function findById({ organizationId, home }: PaletteScope, kind: Kind, id: string) {
  const { value, apiPath, path, toItem } = kind;
  const found = await apiRead<Found>(organizationPath(organizationId, `${apiPath}/${id}`)).catch(
    (error: unknown) => {
      if (error instanceof ApiFailure && error.status === 404) return null;
      throw error;
    },
  );
  const items = found ? [{ id, href: `${home}${path}/${id}`, ...toItem(found as never) }] : [];
  return { value, items };
}

/** Finds templates, badges and employees by an id in the text, such as in the address of a page, or by its words. */
function fetchGroups(scope: PaletteScope, words: string): Promise<PaletteGroup[]> {
  const [id] = UUID.exec(words) ?? [];
  const kinds = KINDS.filter(({ needs }) => scope.sections.includes(needs));
  return Promise.all(
    kinds.map((kind) => (id === undefined ? searchKind(scope, kind, words) : findById(scope, kind, id))),
  );
}

/** Finds templates, badges and employees that match the text: one request for each, after a pause in typing. */
export function usePaletteSearch(scope: PaletteScope, text: string) {
  const words = cleanSearchText(useDebouncedText(text, PAUSE_MS));
  const isLongEnough = words.length >= 2;
  const { data, isFetching, isError } = useQuery({
    queryKey: ["palette", scope.organizationId, words],
    queryFn: () => fetchGroups(scope, words),
    enabled: isLongEnough,
    retry: false,
  });
  const found = isLongEnough ? (data ?? []) : [];
  const isDebouncing = cleanSearchText(text) !== words && cleanSearchText(text).length >= 2;
  return { found, isSearching: isFetching || isDebouncing, isError };
}
