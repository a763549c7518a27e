"use client";

import { useRouter } from "next/navigation";
import { onDemand } from "@/components/on-demand";
import { FormSection } from "@/components/ui/form/choice";
import { Form } from "@/components/ui/form/form";
import { readField } from "@/components/ui/form/form-data";
import { TextField } from "@/components/ui/form/text-field";
import type { Employee } from "@/lib/workforce/employees/schema";
import { employeeName } from "./employee-words";
import { saveEmployee } from "./hooks";

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

const NAMES = FIELD_SECTIONS.flatMap(({ fields }) => fields.map(([name]): FieldName => name));

const readEmployee = (form: FormData, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, readField(form, name)]));

const EmailField = ({ problems }: { problems: Record<string, string> }) => (
  <TextField
    name="email"
    label="E-mail address"
    hint="Invitations are sent to this address. You cannot change it later."
    type="email"
    required
    autoComplete="off"
    problems={problems}
  />
);

type EmployeeFormProps = { organizationId: string; home: string; employee: Employee | null };

/** Adds an employee or edits the record of one. */
export function EmployeeForm({ organizationId, home, employee }: EmployeeFormProps) {
  const router = useRouter();
  const names = employee ? NAMES : ["email", ...NAMES];
  const done = (saved: Employee) => {
    router.push(`${home}/employees/${saved.id}`);
    return employee ? "Saved." : `${employeeName(saved)} added.`;
  };
  return (
    <div className="max-w-3xl">
      <Form
        fields={names}
        schema={employee ? employeeChange : employeeInput}
        read={(form) => readEmployee(form, names)}
        send={(body) => saveEmployee(organizationId, employee?.id ?? null, body)}
        done={done}
        action={employee ? "Save" : "Add employee"}
      >
        {(problems) => (
          <>
            {employee ? null : <EmailField problems={problems} />}
            {FIELD_SECTIONS.map(({ title, fields }) => (
              <FormSection key={title} title={title}>
                <div className="grid gap-5 sm:grid-cols-2">
                  {fields.map(([name, label, hint]) => (
                    <TextField
                      key={name}
                      name={name}
                      label={label}
                      hint={hint}
                      defaultValue={employee?.[name] ?? ""}
                      maxLength={255}
                      autoComplete="off"
                      problems={problems}
                    />
                  ))}
                </div>
              </FormSection>
            ))}
          </>
        )}
      </Form>
    </div>
  );
}
