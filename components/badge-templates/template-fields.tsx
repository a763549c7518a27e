"use client";

import { Controller, useFormContext } from "react-hook-form";
import { Checkbox, FormSection } from "@/components/ui/choice";
import { Field, Input, Textarea } from "@/components/ui/field";
import { TagsInput } from "@/components/ui/tags-input";
import { ArtField } from "./art-field";
import { ExpirationFields } from "./expiration-fields";
import type { TemplateValues } from "./template-values";

/** Everything about a template that the form asks for. */
export const TemplateFields = ({ art }: { art: string | null }) => (
  <>
    <Identity art={art} />
    <Evidence />
    <ExpirationFields />
    <Rules />
  </>
);

function Identity({ art }: { art: string | null }) {
  const { control, register, formState } = useFormContext<TemplateValues>();
  const { errors } = formState;
  return (
    <div className="flex flex-col gap-5">
      <Controller
        control={control}
        name="image"
        render={({ field }) => (
          <ArtField
            current={art}
            value={field.value}
            onChange={field.onChange}
            error={errors.image?.message}
          />
        )}
      />
      <Field label="Name" error={errors.name?.message}>
        {(ids) => <Input {...ids} {...register("name")} required maxLength={255} />}
      </Field>
      <Field
        label="Description"
        hint="What the holder of this badge knows or can do. Needed before it can be issued."
        error={errors.description?.message}
      >
        {(ids) => <Textarea {...ids} {...register("description")} rows={5} maxLength={5000} />}
      </Field>
    </div>
  );
}

function Evidence() {
  const { control, register, formState } = useFormContext<TemplateValues>();
  const { errors } = formState;
  return (
    <div className="flex flex-col gap-5">
      <Controller
        control={control}
        name="skills"
        render={({ field }) => (
          <Field
            label="Skills"
            hint="Press Enter or a comma after each one. At least one is needed before it can be issued."
            error={errors.skills?.message}
          >
            {(ids) => <TagsInput control={ids} value={field.value} onChange={field.onChange} />}
          </Field>
        )}
      />
      <Field
        label="Activity address"
        hint="The page of the course, exam or event behind this badge. Needed before it can be issued."
        error={errors.global_activity_url?.message}
      >
        {(ids) => <Input {...ids} {...register("global_activity_url")} type="url" placeholder="https://" />}
      </Field>
      <Field
        label="Criteria address"
        optional
        hint="A page that says in full what one must do to earn it."
        error={errors.criteria_url?.message}
      >
        {(ids) => <Input {...ids} {...register("criteria_url")} type="url" placeholder="https://" />}
      </Field>
    </div>
  );
}

function Rules() {
  const { register } = useFormContext<TemplateValues>();
  return (
    <FormSection title="Rules">
      <div className="flex flex-col gap-4">
        <Checkbox
          {...register("allow_duplicate_badges")}
          label="One person may hold it several times"
          hint="For what is earned again and again, such as attendance."
        />
        <Checkbox
          {...register("public")}
          label="Listed in public"
          hint="The template’s page and your organization’s page show it."
        />
      </div>
    </FormSection>
  );
}
