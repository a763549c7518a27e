import { buttonClass } from "@/components/ui/button";
import { Field, Input, Select } from "@/components/ui/form/field";
import { FilterForm } from "@/components/ui/list/filter-form";
import type { ListAddress } from "@/components/ui/list/list-address";

const OWN_PARAMETERS = new Set(["skill", "tag", "public", "page"]);

/** Filters the list of templates by skill, reporting tag and visibility. Other query parameters stay. */
export function TemplateFilters({ list }: { list: ListAddress }) {
  const { skill = "", tag = "", public: visibility = "" } = list.params;
  const otherParameters = Object.entries(list.params).filter(
    ([name, value]) => value !== "" && !OWN_PARAMETERS.has(name),
  );
  return (
    <FilterForm
      // The key resets the fields when the URL changes.
      key={`${skill} ${tag} ${visibility}`}
      action={list.path}
      aria-label="Filter templates"
      className="mb-5 grid items-end gap-3 sm:grid-cols-[1fr_1fr_10rem_auto]"
    >
      {otherParameters.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Field label="Skill">{(ids) => <Input {...ids} name="skill" defaultValue={skill} />}</Field>
      <Field label="Reporting tag">{(ids) => <Input {...ids} name="tag" defaultValue={tag} />}</Field>
      <Field label="Visibility">
        {(ids) => (
          <Select {...ids} name="public" defaultValue={visibility}>
            <option value="">Any</option>
            <option value="true">Public</option>
            <option value="false">Private</option>
          </Select>
        )}
      </Field>
      <button type="submit" className={buttonClass({ variant: "secondary" })}>
        Filter
      </button>
    </FilterForm>
  );
}
