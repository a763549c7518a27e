"use client";

import { Popover } from "@base-ui/react/popover";
import Form from "next/form";
import { useState, type ReactNode, type Ref } from "react";
import { Button } from "@/components/ui/button";
import { Field, Input, Select } from "@/components/ui/field";
import type { ListAddress } from "@/components/ui/list-address";
import { BADGE_FILTERS, BADGE_FILTER_NAMES, type BadgeFilter } from "./badge-filters";

export type FilterProps = { list: ListAddress; issuers: { id: string; name: string }[] };

type InputProps = { list: ListAddress; name: BadgeFilter; type?: string; placeholder?: string };

const FilterInput = ({ list, name, ...rest }: InputProps) => (
  <Field label={BADGE_FILTERS[name].label}>
    {(ids) => <Input {...ids} {...rest} name={name} defaultValue={list.params[name] ?? ""} />}
  </Field>
);

const FilterSelect = ({ list, name, children }: InputProps & { children: ReactNode }) => (
  <Field label={BADGE_FILTERS[name].label}>
    {(ids) => (
      <Select {...ids} name={name} defaultValue={list.params[name] ?? ""}>
        <option value="">Any</option>
        {children}
      </Select>
    )}
  </Field>
);

function FilterForm({ list, issuers, onSent }: FilterProps & { onSent: () => void }) {
  // Parameters without a field in this form are preserved. `page` is dropped, so the list starts at page 1.
  const formParams = new Set<string>([
    ...BADGE_FILTER_NAMES.filter((name) => name !== "badge_template_id"),
    "page",
  ]);
  const preservedParams = Object.entries(list.params).filter(
    ([name, value]) => value !== "" && !formParams.has(name),
  );
  return (
    <Form action={list.path} onSubmit={onSent} className="flex flex-col gap-4">
      {preservedParams.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <FilterInput list={list} name="template" />
      <div className="grid gap-4 sm:grid-cols-2">
        <FilterInput list={list} name="issued_at_date_min" type="date" />
        <FilterInput list={list} name="issued_at_date_max" type="date" />
        <FilterInput list={list} name="expires_at_date_min" type="date" />
        <FilterInput list={list} name="expires_at_date_max" type="date" />
        <FilterSelect list={list} name="public">
          <option value="true">Public</option>
          <option value="false">Private</option>
        </FilterSelect>
        {issuers.length > 1 ? (
          <FilterSelect list={list} name="issuer_id">
            {issuers.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </FilterSelect>
        ) : null}
        <FilterInput list={list} name="skills" placeholder="Separate with commas" />
        <FilterInput list={list} name="reporting_tags" placeholder="Separate with commas" />
      </div>
      <Button type="submit" className="self-end">
        Apply filters
      </Button>
    </Form>
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
            <FilterForm
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
