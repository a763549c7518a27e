"use client";

import { Checkbox, Fieldset } from "@/components/ui/form/choice";
import { FieldError } from "@/components/ui/form/field";
import { SCOPE_NAMES, SCOPES, type Scope } from "@/lib/access/callers/choices";

type ScopeCheckboxesProps = {
  /** The scopes to choose from. */
  scopes: readonly Scope[];
  chosen: readonly Scope[];
  onChange: (chosen: Scope[]) => void;
};

/** A checkbox for each scope, with its description. */
export const ScopeCheckboxes = ({ scopes, chosen, onChange }: ScopeCheckboxesProps) => (
  <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
    {scopes.map((scope) => (
      <Checkbox
        key={scope}
        name="scope"
        value={scope}
        label={<span className="font-mono text-[0.8125rem]">{scope}</span>}
        hint={SCOPES[scope]}
        checked={chosen.includes(scope)}
        onChange={({ target }) =>
          onChange(scopes.filter((name) => (name === scope ? target.checked : chosen.includes(name))))
        }
      />
    ))}
  </div>
);

type ScopeFieldsProps = {
  /** Null for every scope. */
  value: Scope[] | null;
  onChange: (value: Scope[] | null) => void;
  isInvalid: boolean;
};

/** A choice between all scopes and selected ones. */
export const ScopeFields = ({ value, onChange, isInvalid }: ScopeFieldsProps) => (
  <Fieldset legend="Scopes" hint="Choose only what the program needs.">
    <div className="flex flex-col gap-4">
      <Checkbox
        name="all_scopes"
        label="All scopes"
        hint="Everything in the API, including scopes added later."
        checked={value === null}
        onChange={({ target }) => onChange(target.checked ? null : [])}
      />
      {value === null ? null : <ScopeCheckboxes scopes={SCOPE_NAMES} chosen={value} onChange={onChange} />}
      {isInvalid ? <FieldError id="scopes-error">Choose at least one scope.</FieldError> : null}
    </div>
  </Fieldset>
);
