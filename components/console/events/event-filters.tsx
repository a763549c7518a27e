import { buttonClass } from "@/components/ui/button";
import { Field, Input, Select } from "@/components/ui/form/field";
import { FilterForm } from "@/components/ui/list/filter-form";
import type { ListAddress } from "@/components/ui/list/list-address";
import { EVENT_TYPES } from "@/lib/platform/recording/choices";

type EventFiltersProps = {
  list: ListAddress;
  /** Why the ID of the address is of no use. */
  idError: string | undefined;
};

/** Filters the list of events. The URL holds all filters. */
export function EventFilters({ list, idError }: EventFiltersProps) {
  const { event_type: type = "", subject_id: subject = "", from = "", until = "" } = list.params;
  return (
    <FilterForm
      // The key resets the fields when the URL changes.
      key={[type, subject, from, until].join()}
      action={list.path}
      role="search"
      aria-label="Filter events"
      className="mb-6 grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_auto_auto_auto]"
    >
      {["sort", "columns"].map((name) =>
        list.params[name] ? <input key={name} type="hidden" name={name} value={list.params[name]} /> : null,
      )}
      <Field label="Event type">
        {(ids) => (
          <Select {...ids} name="event_type" defaultValue={type}>
            <option value="">All types</option>
            {EVENT_TYPES.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="ID of a badge, template or employee" error={idError}>
        {(ids) => <Input {...ids} name="subject_id" defaultValue={subject} spellCheck={false} />}
      </Field>
      <Field label="From">{(ids) => <Input {...ids} type="date" name="from" defaultValue={from} />}</Field>
      <Field label="To">{(ids) => <Input {...ids} type="date" name="until" defaultValue={until} />}</Field>
      <button
        type="submit"
        className={`${buttonClass({ variant: "secondary" })} justify-self-start sm:mt-6.5`}
      >
        Apply filters
      </button>
    </FilterForm>
  );
}
