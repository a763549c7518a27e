"use client";

import { Popover } from "@base-ui/react/popover";
import { useState, type ReactNode, type Ref } from "react";
import { Button } from "@/components/ui/button";
import { Field, Input, Select } from "@/components/ui/form/field";
import { FilterForm } from "@/components/ui/list/filter-form";
import type { ListAddress } from "@/components/ui/list/list-address";
import {
  BADGE_FILTERS,
  BADGE_FILTER_NAMES,
  VISIBILITY_LABELS,
  type BadgeFilter,
  type FilterKind,
} from "./badge-filters";

export type FilterProps = { list: ListAddress; issuers: { id: string; name: string }[] };

type ControlProps = FilterProps & { name: BadgeFilter };

const FilterInput = ({ list, name, ...rest }: ControlProps & { type?: string; placeholder?: string }) => (
  <Field
    label={BADGE_FILTERS[name].label}
    className={BADGE_FILTERS[name].kind === "text" ? "sm:col-span-2" : ""}
  >
    {(ids) => (
      <Input
        {...ids}
        type={rest.type}
        placeholder={rest.placeholder}
        name={name}
        defaultValue={list.params[name] ?? ""}
      />
    )}
  </Field>
);

const FilterSelect = ({
  list,
  name,
  options,
}: ControlProps & { options: [value: string, text: string][] }) => (
  <Field label={BADGE_FILTERS[name].label}>
    {(ids) => (
      <Select {...ids} name={name} defaultValue={list.params[name] ?? ""}>
        <option value="">Any</option>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </Select>
    )}
  </Field>
);

const CONTROLS: Record<FilterKind, (props: ControlProps) => ReactNode> = {
  text: FilterInput,
  day: (props) => <FilterInput {...props} type="date" />,
  boolean: (props) => <FilterSelect {...props} options={Object.entries(VISIBILITY_LABELS)} />,
  issuer: (props) => <FilterSelect {...props} options={props.issuers.map(({ id, name }) => [id, name])} />,
  list: (props) => <FilterInput {...props} placeholder="Separate with commas" />,
  template: () => null,
};

const hasField = (name: BadgeFilter, { issuers }: FilterProps): boolean => {
  const { kind } = BADGE_FILTERS[name];
  return kind === "issuer" ? issuers.length > 1 : kind !== "template";
};

function MoreFilters({ onSent, ...props }: FilterProps & { onSent: () => void }) {
  const { list } = props;
  const names = BADGE_FILTER_NAMES.filter((name) => hasField(name, props));
  // Parameters without a field in this form are preserved. `page` is dropped, so the list starts at page 1.
  const formParams = new Set<string>([...names, "page"]);
  const preservedParams = Object.entries(list.params).filter(
    ([name, value]) => value !== "" && !formParams.has(name),
  );
  return (
    <FilterForm action={list.path} onSent={onSent} className="flex flex-col gap-4">
      {preservedParams.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="grid gap-4 sm:grid-cols-2">
        {names.map((name) => {
          const Control = CONTROLS[BADGE_FILTERS[name].kind];
          return <Control key={name} {...props} name={name} />;
        })}
      </div>
      <Button type="submit" className="self-end">
        Apply filters
      </Button>
    </FilterForm>
  );
}

type OpenedFiltersProps = FilterProps & {
  trigger: ReactNode;
  triggerClass: string;
  triggerRef: Ref<HTMLButtonElement>;
};

/** The filter popover that replaces the button of filter-popover.tsx at first use. */
export function OpenedFilters({ list, issuers, trigger, triggerClass, triggerRef }: OpenedFiltersProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger ref={triggerRef} className={triggerClass}>
        {trigger}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className="z-40 outline-none" sideOffset={6} align="end" collisionPadding={8}>
          <Popover.Popup className="max-h-(--available-height) w-[min(30rem,calc(100vw-1rem))] overflow-y-auto rounded-xl border border-line bg-raised p-5 shadow-overlay outline-none">
            <Popover.Title className="font-heading mb-4 text-xl">Filters</Popover.Title>
            <MoreFilters
              key={JSON.stringify(list.params)}
              list={list}
              issuers={issuers}
              onSent={() => setOpen(false)}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
