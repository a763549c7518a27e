import { buttonClass } from "@/components/ui/button";
import { Field, Input, Select } from "@/components/ui/form/field";
import { FilterForm } from "@/components/ui/list/filter-form";
import type { ListAddress } from "@/components/ui/list/list-address";

type ReportFiltersProps = {
  list: ListAddress;
  /** The days of the report, which the address may leave out. */
  days: { from: string; to: string };
  templates: { id: string; name: string }[];
};

/** Chooses what the report is about. The URL holds all filters. */
export function ReportFilters({ list, days, templates }: ReportFiltersProps) {
  const { badge_template_id: template = "", by = "", measure = "", sort = "" } = list.params;
  const isListed = template === "" || templates.some(({ id }) => id === template);
  return (
    <FilterForm
      // The key resets the fields when the URL changes.
      key={[days.from, days.to, template, by].join()}
      action={list.path}
      role="search"
      aria-label="Filter analytics"
      className="grid items-end gap-4 sm:grid-cols-2 xl:grid-cols-[auto_auto_1fr_1fr_auto]"
    >
      {measure ? <input type="hidden" name="measure" value={measure} /> : null}
      {sort ? <input type="hidden" name="sort" value={sort} /> : null}
      <Field label="From">
        {(ids) => <Input {...ids} type="date" name="from" defaultValue={days.from} />}
      </Field>
      <Field label="To">{(ids) => <Input {...ids} type="date" name="to" defaultValue={days.to} />}</Field>
      <Field label="Template">
        {(ids) => (
          <Select {...ids} name="badge_template_id" defaultValue={template}>
            <option value="">All templates</option>
            {templates.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
            {isListed ? null : <option value={template}>Other</option>}
          </Select>
        )}
      </Field>
      <Field label="Accepted badges">
        {(ids) => (
          <Select {...ids} name="by" defaultValue={by}>
            <option value="">By issue date</option>
            <option value="event_date">By date of acceptance</option>
          </Select>
        )}
      </Field>
      <button type="submit" className={buttonClass({ variant: "secondary" })}>
        Apply filters
      </button>
    </FilterForm>
  );
}
