"use client";

import { ChevronRight } from "lucide-react";
import { useFormContext, useWatch } from "react-hook-form";
import { defaultExpirationText } from "@/components/console/badge-templates/expiration-words";
import type { TemplateChoice } from "@/components/console/badge-templates/template-picker";
import { Checkbox, Fieldset, FormSection, Radio } from "@/components/ui/form/choice";
import { Field, FieldError, Input, Select } from "@/components/ui/form/field";
import type { IssueValues } from "./issue-values";

/** Fields for the name and address of the recipient. */
export function RecipientFields() {
  const { register, formState } = useFormContext<IssueValues>();
  const { errors } = formState;
  return (
    <FormSection title="Recipient">
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="First name" error={errors.issued_to_first_name?.message}>
          {(ids) => <Input {...ids} {...register("issued_to_first_name")} required autoComplete="off" />}
        </Field>
        <Field label="Last name" error={errors.issued_to_last_name?.message}>
          {(ids) => <Input {...ids} {...register("issued_to_last_name")} required autoComplete="off" />}
        </Field>
        <Field label="E-mail address" className="sm:col-span-2" error={errors.recipient_email?.message}>
          {(ids) => (
            <Input {...ids} {...register("recipient_email")} type="email" required autoComplete="off" />
          )}
        </Field>
      </div>
    </FormSection>
  );
}

/** When the badge expires: as its template says, unless that is never, or as is chosen here. */
function ExpiryChoices({ template }: { template: TemplateChoice | null }) {
  const { register, clearErrors } = useFormContext<IssueValues>();
  const field = register("expiry", { onChange: () => clearErrors("expires_at") });
  const isNever = template?.default_expires_at_type === null;
  const text = template ? `: ${defaultExpirationText(template)}` : "";
  return (
    <div className="flex flex-col gap-2">
      {isNever ? null : <Radio {...field} value="default" label={`Template default${text}`} />}
      <Radio {...field} value="never" label="Never" />
      <Radio {...field} value="date" label="On a specific date" />
    </div>
  );
}

/** Fields for the issue date and the expiry. */
export function DateFields({ template }: { template: TemplateChoice | null }) {
  const { register, control, formState } = useFormContext<IssueValues>();
  const { errors } = formState;
  const expiry = useWatch({ control, name: "expiry" });
  const isTooEarly = errors.expires_at?.type === "before_issued_at";
  const expiryError = isTooEarly
    ? "The expiry date must be after the issue date."
    : errors.expires_at?.message;
  return (
    <div className="grid gap-5 border-t border-line pt-6 sm:grid-cols-2">
      <Field label="Issued on" error={errors.issued_at?.message}>
        {(ids) => <Input {...ids} {...register("issued_at")} type="date" required />}
      </Field>
      <Fieldset legend="Expires">
        <ExpiryChoices template={template} />
        {expiry === "date" ? (
          <Field label="Expiry date" className="mt-3" error={expiryError}>
            {(ids) => <Input {...ids} {...register("expires_at")} type="date" required />}
          </Field>
        ) : (
          <FieldError>{expiryError}</FieldError>
        )}
      </Fieldset>
    </div>
  );
}

/** Fields that are rarely changed, in a collapsed section. */
export function AdvancedFields() {
  const { register, formState } = useFormContext<IssueValues>();
  return (
    <details className="group border-t border-line pt-5">
      <summary className="inline-flex min-h-8 list-none items-center gap-1.5 text-sm font-medium [&::-webkit-details-marker]:hidden">
        <ChevronRight className="size-4 transition-transform group-open:rotate-90" aria-hidden="true" />
        Advanced
      </summary>
      <div className="mt-4 flex flex-col gap-5">
        <Field
          label="If the recipient already has this badge"
          hint="Templates that allow duplicates always issue another badge."
          error={formState.errors.duplicate_behavior?.message}
        >
          {(ids) => (
            <Select {...ids} {...register("duplicate_behavior")}>
              <option value="deny">Do not issue the badge</option>
              <option value="replace">Replace the existing badge</option>
              <option value="allow">Issue another badge</option>
            </Select>
          )}
        </Field>
        <Checkbox
          {...register("suppress_badge_notification_email")}
          label="Do not send an e-mail"
          hint="You share the accept link with the recipient yourself."
        />
      </div>
    </details>
  );
}
