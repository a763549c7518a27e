import { buttonClass } from "@/components/ui/button";
import { Field, Input, Select } from "@/components/ui/form/field";
import { FilterForm } from "@/components/ui/list/filter-form";
import type { ListAddress } from "@/components/ui/list/list-address";

const PRESERVED_PARAMS = ["state", "sort", "columns"];

/** Filters deliveries by event type and earliest day. Preserves the other parameters of the address. */
export const DeliveryFilter = ({ list, types }: { list: ListAddress; types: readonly string[] }) => (
  <FilterForm action={list.path} className="flex flex-wrap items-end gap-3" aria-label="Filter deliveries">
    {PRESERVED_PARAMS.filter((name) => list.params[name]).map((name) => (
      <input key={name} type="hidden" name={name} value={list.params[name]} />
    ))}
    <Field label="Event type" className="w-full sm:w-72">
      {(ids) => (
        <Select {...ids} key={list.params.event_type} name="event_type" defaultValue={list.params.event_type}>
          <option value="">All types</option>
          {types.map((type) => (
            <option key={type}>{type}</option>
          ))}
        </Select>
      )}
    </Field>
    <Field label="Created since">
      {(ids) => (
        <Input {...ids} key={list.params.since} type="date" name="since" defaultValue={list.params.since} />
      )}
    </Field>
    <button type="submit" className={buttonClass({ variant: "secondary" })}>
      Apply filters
    </button>
  </FilterForm>
);
