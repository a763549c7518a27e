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
import { usePaletteSearch } from "./palette-search";

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
