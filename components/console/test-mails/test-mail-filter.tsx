import { buttonClass } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/form/field";
import { FilterForm } from "@/components/ui/list/filter-form";
import type { ListAddress } from "@/components/ui/list/list-address";

/** Filters the mail inbox by recipient. The URL holds the filter. */
export function TestMailFilter({ list }: { list: ListAddress }) {
  const { to = "" } = list.params;
  return (
    <FilterForm
      // The key resets the field when the URL changes.
      key={to}
      action={list.path}
      role="search"
      aria-label="Filter mails"
      className="mb-6 flex flex-wrap items-end gap-3"
    >
      {list.params.sort ? <input type="hidden" name="sort" value={list.params.sort} /> : null}
      <Field label="Recipient’s address">{(ids) => <Input {...ids} name="to" defaultValue={to} />}</Field>
      <button type="submit" className={buttonClass({ variant: "secondary" })}>
        Apply filter
      </button>
    </FilterForm>
  );
}
