"use client";

import { createContext, useContext, useMemo, useState, type ReactNode } from "react";

type Selection = {
  selectedIds: ReadonlySet<string>;
  /** Whether all badges that match are selected, also those on other pages. */
  coversAll: boolean;
  selectIds: (ids: readonly string[]) => void;
  /** Extends the selection of the page to all badges that match. */
  selectAll: () => void;
};

const ignore = () => undefined;

const SelectionContext = createContext<Selection>({
  selectedIds: new Set(),
  coversAll: false,
  selectIds: ignore,
  selectAll: ignore,
});

/** Returns the selected rows of the table, and functions that select others. */
export const useSelection = (): Selection => useContext(SelectionContext);

/** Stores the selection of the rows inside it. */
export function SelectionProvider({ children }: { children: ReactNode }) {
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const [coversAll, setCoversAll] = useState(false);
  const selection = useMemo(() => {
    const selectIds = (ids: readonly string[]) => {
      setSelectedIds(new Set(ids));
      setCoversAll(false);
    };
    return { selectedIds, coversAll, selectIds, selectAll: () => setCoversAll(true) };
  }, [selectedIds, coversAll]);
  return <SelectionContext value={selection}>{children}</SelectionContext>;
}

/** A checkbox that selects one row. `label` names the row. */
export function RowCheckbox({ id, label }: { id: string; label: string }) {
  const { selectedIds, selectIds } = useSelection();
  const isSelected = selectedIds.has(id);
  const toggle = () =>
    selectIds(isSelected ? [...selectedIds].filter((selectedId) => selectedId !== id) : [...selectedIds, id]);
  return (
    <label className="-m-2 flex size-8 items-center justify-center">
      <input
        type="checkbox"
        checked={isSelected}
        onChange={toggle}
        aria-label={label}
        className="size-4.5 accent-accent"
      />
    </label>
  );
}
