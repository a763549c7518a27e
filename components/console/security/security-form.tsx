"use client";

import { apiWrite, organizationPath } from "@/components/api";
import { onDemand } from "@/components/on-demand";
import { Checkbox, FormSection } from "@/components/ui/form/choice";
import { Field, Select } from "@/components/ui/form/field";
import { Form } from "@/components/ui/form/form";
import { readField } from "@/components/ui/form/form-data";
import type { SecuritySettings } from "@/lib/organizations/security-settings/schema";

const settingsInput = onDemand(
  async () => (await import("@/lib/organizations/security-settings/schema")).SecuritySettingsInput,
);

type LimitOption = { value: number; label: string };

const SESSION_LIMITS: LimitOption[] = [
  { value: 5, label: "5 minutes" },
  { value: 15, label: "15 minutes" },
  { value: 30, label: "30 minutes" },
  { value: 60, label: "1 hour" },
  { value: 120, label: "2 hours" },
  { value: 240, label: "4 hours" },
];

const TOKEN_LIMITS: LimitOption[] = [
  { value: 7, label: "7 days" },
  { value: 30, label: "30 days" },
  { value: 90, label: "90 days" },
  { value: 180, label: "180 days" },
  { value: 365, label: "1 year" },
];

type LimitFieldProps = {
  name: string;
  label: string;
  hint: string;
  unit: string;
  value: number | null;
  options: LimitOption[];
  /** The label of no time-out. */
  none: string;
  error: string | undefined;
};

/** The choice of a time-out. A value that was set through the API is offered, too. */
function LimitField({ name, label, hint, unit, value, options, none, error }: LimitFieldProps) {
  const isOther = value !== null && !options.some((option) => option.value === value);
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <Select {...control} name={name} defaultValue={value ?? ""} className="sm:max-w-xs">
          <option value="">{none}</option>
          {isOther ? (
            <option value={value}>
              {value} {unit}
            </option>
          ) : null}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

const readLimit = (form: FormData, name: string): number | null => {
  const value = readField(form, name);
  return value === "" ? null : Number(value);
};

/** How many members have a second factor, so that an administrator knows whom the requirement affects. */
const coverage = ({
  members_count: all,
  members_with_second_factor_count: some,
}: SecuritySettings): string =>
  all === some
    ? "All members have a second factor."
    : `${some} of ${all} ${all === 1 ? "member has" : "members have"} a second factor. The others add one at their next visit.`;

type SecurityFormProps = { organizationId: string; settings: SecuritySettings; mayChange: boolean };

/** What the organization requires of the sessions of its members, and of tokens of course systems. */
export function SecurityForm({ organizationId, settings, mayChange }: SecurityFormProps) {
  return (
    <fieldset disabled={!mayChange} className="max-w-2xl">
      <Form
        fields={["requires_second_factor", "session_idle_minutes", "learning_token_idle_days"]}
        schema={settingsInput}
        read={(form) => ({
          requires_second_factor: form.get("requires_second_factor") !== null,
          session_idle_minutes: readLimit(form, "session_idle_minutes"),
          learning_token_idle_days: readLimit(form, "learning_token_idle_days"),
        })}
        send={(body) =>
          apiWrite<SecuritySettings>("PUT", organizationPath(organizationId, "security_settings"), body)
        }
        done={() => "Security settings saved."}
        action="Save"
      >
        {(problems) => (
          <>
            <FormSection title="Sign-in">
              <Checkbox
                name="requires_second_factor"
                defaultChecked={settings.requires_second_factor}
                label="Require a second factor"
                hint={coverage(settings)}
                className="mb-5"
              />
              <LimitField
                name="session_idle_minutes"
                label="Sign out members who are inactive for"
                hint="Every session ends eight hours after the sign-in in any case."
                unit="minutes"
                value={settings.session_idle_minutes}
                options={SESSION_LIMITS}
                none="No limit"
                error={problems.session_idle_minutes}
              />
            </FormSection>
            <FormSection title="Course systems">
              <LimitField
                name="learning_token_idle_days"
                label="Disconnect course systems that send nothing for"
                hint="They then have to be connected again. Every connection ends after three years in any case."
                unit="days"
                value={settings.learning_token_idle_days}
                options={TOKEN_LIMITS}
                none="No limit"
                error={problems.learning_token_idle_days}
              />
            </FormSection>
          </>
        )}
      </Form>
    </fieldset>
  );
}
