"use client";

import { useRouter } from "next/navigation";
import { useFieldArray, useForm, type UseFormReturn } from "react-hook-form";
import { ROLE_TEXTS } from "@/components/console/memberships/role-words";
import { onDemand } from "@/components/on-demand";
import { Button } from "@/components/ui/button";
import { Fieldset } from "@/components/ui/form/choice";
import { DynamicForm } from "@/components/ui/form/dynamic-form";
import { Field, FieldError, Input, Select } from "@/components/ui/form/field";
import { useRequestResolver } from "@/components/ui/form/request-resolver";
import { toast } from "@/components/ui/overlay/toast";
import { MEMBER_ROLES } from "@/lib/access/callers/choices";
import type { MemberRoleName } from "@/lib/accounts/memberships/schema";
import { MAX_ROLE_RULES } from "@/lib/organizations/identity-providers/choices";
import type { IdentityProvider, RoleRule } from "@/lib/organizations/identity-providers/schema";
import { writeProvider } from "./hooks";

const providerInput = onDemand(
  async () => (await import("@/lib/organizations/identity-providers/schema")).IdentityProviderInput,
);

type Values = {
  first_name_attribute: string;
  last_name_attribute: string;
  role_attribute: string;
  role_rules: RoleRule[];
  default_role: MemberRoleName | "";
};

const toValues = (provider: IdentityProvider): Values => ({
  first_name_attribute: provider.first_name_attribute ?? "",
  last_name_attribute: provider.last_name_attribute ?? "",
  role_attribute: provider.role_attribute ?? "",
  role_rules: provider.role_rules,
  default_role: provider.default_role ?? "",
});

const toRequest = (values: Values) => ({ ...values, default_role: values.default_role || null });

const RoleOptions = () =>
  MEMBER_ROLES.map((role) => (
    <option key={role} value={role}>
      {ROLE_TEXTS[role].name}
    </option>
  ));

type FormProps = { form: UseFormReturn<Values> };
type AttributeProps = FormProps & {
  name: "first_name_attribute" | "last_name_attribute" | "role_attribute";
  label: string;
  hint?: string;
  placeholder: string;
};

/** The name of an attribute that the provider sends. */
const AttributeField = ({ form, name, label, hint, placeholder }: AttributeProps) => (
  <Field label={label} hint={hint} optional error={form.formState.errors[name]?.message}>
    {(control) => (
      <Input
        {...control}
        {...form.register(name)}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
      />
    )}
  </Field>
);

function RuleRow({ form, row, onRemove }: FormProps & { row: number; onRemove: () => void }) {
  const errors = form.formState.errors.role_rules?.[row];
  return (
    <fieldset className="grid min-w-0 items-start gap-3 sm:grid-cols-[minmax(0,1fr)_12rem_auto]">
      <legend className="sr-only">Rule {row + 1}</legend>
      <Field label="Value" error={errors?.value?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register(`role_rules.${row}.value`)}
            placeholder="Badge administrators"
            autoComplete="off"
          />
        )}
      </Field>
      <Field label="Role" error={errors?.role?.message}>
        {(control) => (
          <Select {...control} {...form.register(`role_rules.${row}.role`)}>
            <RoleOptions />
          </Select>
        )}
      </Field>
      <Button variant="quiet" className="sm:mt-6.5" aria-label={`Remove rule ${row + 1}`} onClick={onRemove}>
        Remove
      </Button>
    </fieldset>
  );
}

/** The rules, in the order in which they are read. */
function RuleFields({ form }: FormProps) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: "role_rules" });
  const error = form.formState.errors.role_rules;
  return (
    <Fieldset
      legend="Roles by value"
      hint="The first rule whose value the person has decides, at each sign-in. A role from a rule ends when no rule fits any more."
    >
      <div className="flex flex-col gap-4">
        {fields.map(({ id }, row) => (
          <RuleRow key={id} form={form} row={row} onRemove={() => remove(row)} />
        ))}
        <FieldError>{error?.root?.message ?? error?.message}</FieldError>
        {fields.length < MAX_ROLE_RULES ? (
          <Button
            variant="secondary"
            size="small"
            className="self-start"
            onClick={() => append({ value: "", role: "viewer" })}
          >
            Add rule
          </Button>
        ) : null}
      </div>
    </Fieldset>
  );
}

type MemberRulesFormProps = { organizationId: string; provider: IdentityProvider };

/** Who becomes a member at their first sign-in, with which role, and where their names come from. */
export function MemberRulesForm({ organizationId, provider }: MemberRulesFormProps) {
  const router = useRouter();
  const form = useForm<Values>({
    defaultValues: toValues(provider),
    resolver: useRequestResolver(providerInput, toRequest),
  });
  const send = async (values: Values) => {
    form.reset(toValues(await writeProvider(organizationId, toRequest(values))));
    toast.success("Members saved.");
    router.refresh();
  };
  return (
    <DynamicForm form={form} send={send} action="Save members">
      <Field
        label="Everyone who signs in"
        hint="Other people get an account for their own badges only."
        error={form.formState.errors.default_role?.message}
      >
        {(control) => (
          <Select {...control} {...form.register("default_role")} className="sm:max-w-xs">
            <option value="">Does not become a member</option>
            <RoleOptions />
          </Select>
        )}
      </Field>
      <AttributeField
        form={form}
        name="role_attribute"
        label="Attribute of the groups or roles"
        placeholder="groups"
      />
      <RuleFields form={form} />
      <div className="grid gap-5 sm:grid-cols-2">
        <AttributeField
          form={form}
          name="first_name_attribute"
          label="Attribute of the first name"
          placeholder="given_name"
        />
        <AttributeField
          form={form}
          name="last_name_attribute"
          label="Attribute of the last name"
          placeholder="family_name"
        />
      </div>
    </DynamicForm>
  );
}
