"use client";

import { Columns3 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { applyAppearance } from "@/components/ui/page/appearance";
import { buttonClass } from "@/components/ui/button";
import { selectColumns, type ColumnChoice } from "./data-table";
import { listHref, type ListAddress } from "./list-address";
import { Menu, MenuChoice, MenuHeading, MenuRadios, MenuSeparator } from "@/components/ui/overlay/menu";

type ColumnMenuProps = { list: ListAddress; columns: ColumnChoice[] };

const DENSITIES = [
  { value: "", label: "Compact" },
  { value: "comfortable", label: "Comfortable" },
];

/** The choice of row height. Part of a menu, so never rendered on the server. */
function DensityChoice() {
  const [density, setDensity] = useState(() => document.documentElement.dataset.density ?? "");
  const choose = (next: string) => {
    applyAppearance("density", next);
    setDensity(next);
  };
  return (
    <>
      <MenuHeading>Row height</MenuHeading>
      <MenuRadios label="Row height" value={density} options={DENSITIES} onChange={choose} />
    </>
  );
}

/**
 * A menu to choose the columns of a list and the height of its rows. The columns are part of the address; the current
 * page does not change.
 */
export function ColumnMenu({ list, columns }: ColumnMenuProps) {
  const router = useRouter();
  const shown = new Set(selectColumns(columns, list).map(({ key }) => key));
  const defaultKeys = selectColumns(columns, null).map(({ key }) => key);
  const toggle = (toggledKey: string) => {
    const next = columns
      .filter(({ key }) => (key === toggledKey ? !shown.has(key) : shown.has(key)))
      .map(({ key }) => key);
    const isDefault = next.join() === defaultKeys.join();
    const page = list.params.page ?? "";
    router.replace(
      listHref(list, { columns: isDefault ? "" : next.join(), page: page === "1" ? "" : page }),
      {
        scroll: false,
      },
    );
  };
  return (
    <Menu
      align="end"
      triggerClass={buttonClass({ variant: "quiet", size: "small" })}
      trigger={
        <>
          <Columns3 className="size-4" aria-hidden="true" />
          Columns
        </>
      }
    >
      <MenuHeading>Shown columns</MenuHeading>
      {columns
        .filter(({ isFixed }) => !isFixed)
        .map(({ key, label }) => (
          <MenuChoice key={key} checked={shown.has(key)} onChange={() => toggle(key)}>
            {label}
          </MenuChoice>
        ))}
      <MenuSeparator />
      <DensityChoice />
    </Menu>
  );
}
