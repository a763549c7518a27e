"use client";

import { createContext, useContext, useMemo, useState, type ReactNode } from "react";

type Selection = { chosen: ReadonlySet<string>; choose: (ids: readonly string[]) => void };

const SelectionContext = createContext<Selection>({ chosen: new Set(), choose: () => undefined });

/** Returns the selected rows of the table, and a function that selects others. */
export const useSelection = (): Selection => useContext(SelectionContext);

/** Stores the selection of the rows inside it. */
export function SelectionProvider({ children }: { children: ReactNode }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const selection = useMemo(
    () => ({ chosen, choose: (ids: readonly string[]) => setChosen(new Set(ids)) }),
    [chosen],
  );
  return <SelectionContext value={selection}>{children}</SelectionContext>;
}

/** A checkbox that selects one row. `label` names the row. */
export function RowCheckbox({ id, label }: { id: string; label: string }) {
  const { chosen, choose } = useSelection();
  const isChosen = chosen.has(id);
  const toggle = () => choose(isChosen ? [...chosen].filter((one) => one !== id) : [...chosen, id]);
  return (
    <label className="-m-2 flex size-8 items-center justify-center">
      <input
        type="checkbox"
        checked={isChosen}
        onChange={toggle}
        aria-label={label}
        className="size-4.5 accent-accent"
      />
    </label>
  );
}
