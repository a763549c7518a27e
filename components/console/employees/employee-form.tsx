"use client";

import { useRouter } from "next/navigation";
import { useForm, type UseFormReturn } from "react-hook-form";
import { toast } from "@/components/ui/toast";
import { useRequestResolver } from "@/components/ui/request-resolver";
import { onDemand } from "@/components/on-demand";
import { FormSection } from "@/components/ui/choice";
import { Field, Input } from "@/components/ui/field";
import { DynamicForm } from "@/components/ui/dynamic-form";
import type { Employee } from "@/lib/workforce/employees/schema";
import { employeeName } from "./employee-words";
import { useSaveEmployee } from "./hooks";

const employeeChange = onDemand(
  async () => (await import("@/lib/workforce/employees/schema")).EmployeeChange,
);
const employeeInput = onDemand(async () => (await import("@/lib/workforce/employees/schema")).EmployeeInput);

const FIELD_SECTIONS = [
  {
    title: "Person",
    fields: [
      ["first_name", "First name"],
      ["last_name", "Last name"],
      ["external_id", "Employee ID", "The ID of this person in your own systems."],
    ],
  },
  {
    title: "Position",
    fields: [
      ["position_title", "Position", "Earlier positions stay in the history."],
      ["job_family", "Job family"],
      ["team", "Team"],
      ["department", "Department"],
      ["organization_level_1", "Organization level 1"],
      ["organization_level_2", "Organization level 2"],
      ["organization_level_3", "Organization level 3"],
    ],
  },
  {
    title: "Manager",
    fields: [
      ["manager_first_name", "Manager’s first name"],
      ["manager_last_name", "Manager’s last name"],
      ["manager_external_id", "Manager’s employee ID"],
    ],
  },
  {
    title: "Location",
    fields: [
      ["country", "Country"],
      ["state_or_province", "State or province"],
      ["zip_code", "Postal code"],
    ],
  },
] as const;

type FieldName = (typeof FIELD_SECTIONS)[number]["fields"][number][0];
type Values = Record<FieldName | "email", string>;
type Form = UseFormReturn<Values>;

const NAMES = FIELD_SECTIONS.flatMap(({ fields }) => fields.map(([name]): FieldName => name));

const employeeFormValues = (employee: Employee | null): Values => ({
  email: employee?.email ?? "",
  ...(Object.fromEntries(NAMES.map((name) => [name, employee?.[name] ?? ""])) as Record<FieldName, string>),
});

type LineFieldProps = { form: Form; name: FieldName; label: string; hint: string | undefined };

const TextField = ({ form, name, label, hint }: LineFieldProps) => (
  <Field label={label} hint={hint} error={form.formState.errors[name]?.message}>
    {(ids) => <Input {...ids} {...form.register(name)} maxLength={255} autoComplete="off" />}
  </Field>
);

function EmailField({ form }: { form: Form }) {
  return (
    <Field
      label="E-mail address"
      hint="Invitations are sent to this address. You cannot change it later."
      error={form.formState.errors.email?.message}
    >
      {(ids) => <Input {...ids} {...form.register("email")} type="email" required autoComplete="off" />}
    </Field>
  );
}

type EmployeeFormProps = { organizationId: string; home: string; employee: Employee | null };

/** Adds an employee or edits the record of one. */
export function EmployeeForm({ organizationId, home, employee }: EmployeeFormProps) {
  const router = useRouter();
  const form = useForm<Values>({
    defaultValues: employeeFormValues(employee),
    resolver: useRequestResolver(employee ? employeeChange : employeeInput, (values: Values) => values),
  });
  const { mutateAsync } = useSaveEmployee(organizationId, employee?.id ?? null);
  const send = async (values: Values) => {
    const saved = await mutateAsync(values);
    toast.success(employee ? "Saved." : `${employeeName(saved)} added.`);
    router.push(`${home}/employees/${saved.id}`);
    router.refresh();
  };
  return (
    <div className="max-w-3xl">
      <DynamicForm form={form} send={send} action={employee ? "Save" : "Add employee"}>
        {employee ? null : <EmailField form={form} />}
        {FIELD_SECTIONS.map(({ title, fields }) => (
          <FormSection key={title} title={title}>
            <div className="grid gap-5 sm:grid-cols-2">
              {fields.map(([name, label, hint]) => (
                <TextField key={name} form={form} name={name} label={label} hint={hint} />
              ))}
            </div>
          </FormSection>
        ))}
      </DynamicForm>
    </div>
  );
}
