import { buttonClass } from "@/components/ui/button";
import { Field, Input, Select } from "@/components/ui/form/field";
import { FilterForm } from "@/components/ui/list/filter-form";
import type { ListAddress } from "@/components/ui/list/list-address";
import { REQUEST_METHODS } from "@/lib/access/api-requests/choices";
import { credentialKind, credentialName } from "./request-words";

export type CredentialChoice = { id: string; type: string; name: string };

const STATUSES: Record<string, string> = {
  "2xx": "Successful (2xx)",
  "3xx": "Redirected (3xx)",
  error: "All errors",
  "4xx": "Client errors (4xx)",
  "5xx": "Server errors (5xx)",
};

type Option = { value: string; label: string };

const Choice = ({
  label,
  name,
  all,
  value,
  options,
}: {
  label: string;
  name: string;
  all: string;
  value: string;
  options: Option[];
}) => (
  <Field label={label}>
    {(ids) => (
      <Select {...ids} name={name} defaultValue={value}>
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    )}
  </Field>
);

const credentialOptions = (credentials: CredentialChoice[], chosen: string): Option[] => [
  ...credentials.map((credential) => ({
    value: credential.id,
    label: `${credentialName(credential)} (${credentialKind(credential)})`,
  })),
  ...(chosen === "" || credentials.some(({ id }) => id === chosen)
    ? []
    : [{ value: chosen, label: "Other" }]),
];

type RequestFiltersProps = {
  list: ListAddress;
  credentials: CredentialChoice[];
  /** Why the request ID of the address is of no use. */
  idError: string | undefined;
};

/** Filters the request log. The URL holds all filters. */
export function RequestFilters({ list, credentials, idError }: RequestFiltersProps) {
  const { status = "", method = "", path = "", actor_id: actor = "", request_id: id = "" } = list.params;
  const kept = ["sort", "columns"].filter((name) => list.params[name]);
  return (
    <FilterForm
      // The key resets the fields when the URL changes.
      key={[status, method, path, actor, id].join()}
      action={list.path}
      role="search"
      aria-label="Filter requests"
      className="mb-6 grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-3"
    >
      {kept.map((name) => (
        <input key={name} type="hidden" name={name} value={list.params[name]} />
      ))}
      <Choice
        label="Status"
        name="status"
        all="All statuses"
        value={status}
        options={Object.entries(STATUSES).map(([value, label]) => ({ value, label }))}
      />
      <Choice
        label="Method"
        name="method"
        all="All methods"
        value={method}
        options={REQUEST_METHODS.map((value) => ({ value, label: value }))}
      />
      <Choice
        label="Credential"
        name="actor_id"
        all="All credentials"
        value={actor}
        options={credentialOptions(credentials, actor)}
      />
      <Field label="Words of the path">
        {(ids) => <Input {...ids} name="path" defaultValue={path} placeholder="badges" />}
      </Field>
      <Field label="Request ID" error={idError}>
        {(ids) => <Input {...ids} name="request_id" defaultValue={id} spellCheck={false} />}
      </Field>
      <button
        type="submit"
        className={`${buttonClass({ variant: "secondary" })} justify-self-start sm:mt-6.5`}
      >
        Apply filters
      </button>
    </FilterForm>
  );
}
