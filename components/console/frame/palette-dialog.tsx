"use client";

import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import {
  buildLocalGroups,
  rankByName,
  type PaletteGroup,
  type PaletteItem,
  type PaletteScope,
} from "./palette-items";
import { useQuery } from "@tanstack/react-query";
import { ApiFailure, apiList, apiRead, organizationPath } from "@/components/api";
import { cleanSearchText, listHref } from "@/components/ui/list/list-address";
import { useDebouncedText } from "@/components/ui/use-debounced-text";
import type { BadgeTemplate } from "@/lib/badges/templates/schema";
import type { IssuedBadge } from "@/lib/badges/issued/schema";
import type { Employee } from "@/lib/workforce/employees/schema";
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
function usePaletteSearch(scope: PaletteScope, text: string) {
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

export type { PaletteScope };

const POPUP = [
  "fixed inset-x-4 top-4 z-50 mx-auto flex max-h-[calc(100dvh-2rem)] max-w-xl flex-col overflow-hidden rounded-2xl border",
  "border-line bg-raised shadow-overlay sm:top-[12vh] sm:max-h-[70vh]",
].join(" ");

const ITEM = [
  "flex min-h-10 items-center gap-3 rounded-md px-3 py-1.5 text-sm outline-none",
  "data-highlighted:bg-sunken forced-colors:data-highlighted:outline-2",
].join(" ");

type ChooseItem = (item: PaletteItem) => void;

const ResultList = ({ choose }: { choose: ChooseItem }) => (
  <Autocomplete.List className="min-h-0 overflow-y-auto overscroll-contain p-2 outline-none">
    {(group: PaletteGroup) => (
      <Autocomplete.Group key={group.value} items={group.items} className="mb-2 last:mb-0">
        <Autocomplete.GroupLabel className="px-3 pt-2 pb-1 text-2xs text-ink-faint">
          {group.value}
        </Autocomplete.GroupLabel>
        <Autocomplete.Collection>
          {(item: PaletteItem) => (
            <Autocomplete.Item key={item.id} value={item} onClick={() => choose(item)} className={ITEM}>
              <span className="min-w-0 flex-1 truncate">{item.label}</span>
              {item.detail ? (
                <span className="max-w-[50%] truncate text-2xs text-ink-faint">{item.detail}</span>
              ) : null}
            </Autocomplete.Item>
          )}
        </Autocomplete.Collection>
      </Autocomplete.Group>
    )}
  </Autocomplete.List>
);

/** The status text for screen readers. It is visible when the list is empty or the search failed. */
function statusText(count: number, { isSearching, isError }: { isSearching: boolean; isError: boolean }) {
  if (isError) return "Search is not available right now. You can still open pages and actions.";
  if (isSearching) return "Searching…";
  if (count === 0) return "No results";
  return count === 1 ? "1 result" : `${count} results`;
}

function PaletteSearch({ scope, choose }: { scope: PaletteScope; choose: ChooseItem }) {
  const [text, setText] = useState("");
  const { found, ...search } = usePaletteSearch(scope, text);
  const groups = rankByName([...buildLocalGroups(scope, text), ...found], text);
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  const isStatusHidden = count > 0 && !search.isError;
  return (
    <Autocomplete.Root
      open
      inline
      mode="none"
      autoHighlight="always"
      keepHighlight
      items={groups}
      value={text}
      onValueChange={(value, { reason }) => {
        // Choosing an item leaves the page, so its label must not be copied into the field.
        if (reason !== "item-press") setText(value);
      }}
      itemToStringValue={(item: PaletteItem) => item.label}
    >
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Search className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
        <Autocomplete.Input
          aria-label="Search or go to"
          placeholder="Search pages, actions, badges, people and IDs"
          maxLength={200}
          className="min-h-12 min-w-0 flex-1 bg-transparent text-[0.9375rem] outline-none"
        />
      </div>
      <ResultList choose={choose} />
      <Autocomplete.Status className={isStatusHidden ? "sr-only" : "px-5 py-4 text-sm text-ink-soft"}>
        {statusText(count, search)}
      </Autocomplete.Status>
    </Autocomplete.Root>
  );
}

type PaletteDialogProps = { scope: PaletteScope; open: boolean; onOpenChange: (open: boolean) => void };

/** The command palette: searches sections, actions, templates, badges, employees and organizations. */
export function PaletteDialog({ scope, open, onOpenChange }: PaletteDialogProps) {
  const router = useRouter();
  const choose: ChooseItem = (item) => {
    onOpenChange(false);
    if ("run" in item) item.run();
    else router.push(item.href);
  };
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim" />
        <Dialog.Popup className={POPUP}>
          <Dialog.Title className="sr-only">Search or go to</Dialog.Title>
          <PaletteSearch scope={scope} choose={choose} />
          <Dialog.Close className="sr-only">Close</Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
