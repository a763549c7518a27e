import { buttonClass } from "@/components/ui/button";
import { Field, Input, Select } from "@/components/ui/form/field";
import { FilterForm } from "@/components/ui/list/filter-form";
import type { ListAddress } from "@/components/ui/list/list-address";
import { ACTION_GROUPS } from "./action-words";

export type ActorChoice = { id: string; name: string };

type EntryFiltersProps = { list: ListAddress; actors: ActorChoice[] };

/** The parameters of the list that the form does not change. */
const KeptParameters = ({ list: { params } }: Pick<EntryFiltersProps, "list">) =>
  ["subject_id", "sort", "columns"].map((name) =>
    params[name] ? <input key={name} type="hidden" name={name} value={params[name]} /> : null,
  );

/** Filters the audit log. The URL holds all filters. */
export function EntryFilters({ list, actors }: EntryFiltersProps) {
  const { action_group: group = "", actor_id: actor = "", from = "", until = "" } = list.params;
  const isMember = actor === "" || actors.some(({ id }) => id === actor);
  return (
    <FilterForm
      // The key resets the fields when the URL changes.
      key={[group, actor, from, until].join()}
      action={list.path}
      role="search"
      aria-label="Filter audit log"
      className="mb-6 grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_auto_auto_auto]"
    >
      <KeptParameters list={list} />
      <Field label="Action">
        {(ids) => (
          <Select {...ids} name="action_group" defaultValue={group}>
            <option value="">All actions</option>
            {Object.entries(ACTION_GROUPS).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Actor">
        {(ids) => (
          <Select {...ids} name="actor_id" defaultValue={actor}>
            <option value="">Anyone</option>
            {actors.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
            {isMember ? null : <option value={actor}>Other</option>}
          </Select>
        )}
      </Field>
      <Field label="From">{(ids) => <Input {...ids} type="date" name="from" defaultValue={from} />}</Field>
      <Field label="To">{(ids) => <Input {...ids} type="date" name="until" defaultValue={until} />}</Field>
      <button type="submit" className={buttonClass({ variant: "secondary" })}>
        {" "}
        Filter{" "}
      </button>
    </FilterForm>
  );
}
