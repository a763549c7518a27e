"use client";

import { Controller, useFormContext, useFieldArray, useWatch } from "react-hook-form";
import { FormSection, Checkbox } from "@/components/ui/form/choice";
import { Field, Input, Textarea, FieldError, Select } from "@/components/ui/form/field";
import { TagsInput } from "@/components/ui/form/tags-input";
import { ArtSection } from "./art-section";
import { ExpirationFields } from "./expiration-fields";
import { fieldAnchor } from "./missing-fields";
import { RelatedFields } from "./recommendation-fields";
import type { RelatedChoices } from "./related-choices";
import { RuleFields, SharingFields, VisibilityFields } from "./sharing-fields";
import type { TemplateValues } from "./template-values";
import { TemplateTextField } from "./text-field";
import { Button } from "@/components/ui/button";
import {
  ACTIVITY_TYPES,
  ALIGNMENT_TYPE_NAMES,
  ALIGNMENT_TYPES,
  ACHIEVEMENT_TYPE_NAMES,
  ACHIEVEMENT_TYPES,
} from "@/lib/badges/templates/choices";
import { LEVELS } from "@/lib/organizations/badge-facts/choices";

/** Details of the badge: level, type, time to earn, cost. */
function DetailFields() {
  const { register, formState } = useFormContext<TemplateValues>();
  return (
    <FormSection title="Details">
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Level" optional error={formState.errors.level?.message}>
          {(ids) => (
            <Select {...ids} {...register("level")}>
              <option value="">Not specified</option>
              {LEVELS.map((level) => (
                <option key={level}>{level}</option>
              ))}
            </Select>
          )}
        </Field>
        <TemplateTextField
          name="type_category"
          label="Badge type"
          hint="For example, Learning or Experience."
        />
        <Field
          label="Achievement type"
          hint="How wallets and verifiers classify the badge. Accepted badges do not change."
          error={formState.errors.achievement_type?.message}
        >
          {(ids) => (
            <Select {...ids} {...register("achievement_type")}>
              {ACHIEVEMENT_TYPES.map((type) => (
                <option key={type} value={type}>
                  {ACHIEVEMENT_TYPE_NAMES[type]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <TemplateTextField name="time_to_earn" label="Time to earn" hint="For example, 6 weeks." />
        <TemplateTextField name="cost" label="Cost" hint="For example, Free or 90 €." />
        <Checkbox
          {...register("certification")}
          className="sm:col-span-2"
          label="This badge is a certification"
          hint="Earned by passing a recognized assessment."
        />
      </div>
    </FormSection>
  );
}

const MAX_ALIGNMENTS = 50;

/** Where the standard is listed, and what it is there. */
function AlignmentTargetFields({ row }: { row: number }) {
  const { register, formState } = useFormContext<TemplateValues>();
  const errors = formState.errors.alignments?.[row];
  const name = `alignments.${row}` as const;
  return (
    <>
      <Field label="Framework" optional error={errors?.framework?.message}>
        {(ids) => <Input {...ids} {...register(`${name}.framework`)} maxLength={255} />}
      </Field>
      <Field label="Code" optional hint="The ID in the framework." error={errors?.code?.message}>
        {(ids) => <Input {...ids} {...register(`${name}.code`)} maxLength={255} />}
      </Field>
      <Field label="Type" optional error={errors?.type?.message}>
        {(ids) => (
          <Select {...ids} {...register(`${name}.type`)}>
            <option value="">Not specified</option>
            {ALIGNMENT_TYPES.map((type) => (
              <option key={type} value={type}>
                {ALIGNMENT_TYPE_NAMES[type]}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </>
  );
}

function AlignmentRow({ row }: { row: number }) {
  const { register, formState } = useFormContext<TemplateValues>();
  const errors = formState.errors.alignments?.[row];
  const name = `alignments.${row}` as const;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Standard name" error={errors?.name?.message}>
        {(ids) => <Input {...ids} {...register(`${name}.name`)} maxLength={255} />}
      </Field>
      <Field label="Link" optional error={errors?.url?.message}>
        {(ids) => <Input {...ids} {...register(`${name}.url`)} type="url" placeholder="https://" />}
      </Field>
      <AlignmentTargetFields row={row} />
      <Field label="Description" optional className="sm:col-span-2" error={errors?.description?.message}>
        {(ids) => <Input {...ids} {...register(`${name}.description`)} maxLength={5000} />}
      </Field>
    </div>
  );
}

/** Standards and frameworks that the badge aligns with. */
function AlignmentFields() {
  const { control, formState } = useFormContext<TemplateValues>();
  const { fields, append, remove } = useFieldArray({ control, name: "alignments" });
  const error = formState.errors.alignments;
  return (
    <FormSection title="Standards" hint="Frameworks and standards that the badge aligns with, such as ESCO.">
      <div className="flex flex-col gap-4">
        {fields.map(({ id }, row) => (
          <fieldset key={id} className="min-w-0 rounded-xl border border-line p-4">
            <legend className="sr-only">Standard {row + 1}</legend>
            <AlignmentRow row={row} />
            <Button variant="quiet" size="small" className="mt-3 -ms-2.5" onClick={() => remove(row)}>
              Remove standard {row + 1}
            </Button>
          </fieldset>
        ))}
        <FieldError>{error?.root?.message ?? error?.message}</FieldError>
        {fields.length < MAX_ALIGNMENTS ? (
          <Button
            variant="secondary"
            size="small"
            className="self-start"
            onClick={() => append({ name: "", url: "", description: "", framework: "", code: "", type: "" })}
          >
            {" "}
            Add standard{" "}
          </Button>
        ) : null}
      </div>
    </FormSection>
  );
}

const MAX_ACTIVITIES = 50;

type RowProps = { row: number; templates: RelatedChoices["templates"] };

function RequiredBadge({ row, templates }: RowProps) {
  const { register, formState } = useFormContext<TemplateValues>();
  const errors = formState.errors.badge_template_activities?.[row];
  return (
    <Field
      label="Required badge"
      className="sm:col-span-2"
      error={errors?.required_badge_template_id?.message}
    >
      {(ids) => (
        <Select {...ids} {...register(`badge_template_activities.${row}.required_badge_template_id`)}>
          <option value="">Choose a badge</option>
          {templates.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

function ActivityRow({ row, templates }: RowProps) {
  const { register, control, formState } = useFormContext<TemplateValues>();
  const errors = formState.errors.badge_template_activities?.[row];
  const name = `badge_template_activities.${row}` as const;
  const type = useWatch({ control, name: `${name}.activity_type` });
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <Field label="Type" error={errors?.activity_type?.message}>
        {(ids) => (
          <Select {...ids} {...register(`${name}.activity_type`)}>
            {ACTIVITY_TYPES.map((activityType) => (
              <option key={activityType}>{activityType}</option>
            ))}
          </Select>
        )}
      </Field>
      {type === "Badge" ? (
        <RequiredBadge row={row} templates={templates} />
      ) : (
        <>
          <Field label="Requirement" className="sm:col-span-2" error={errors?.title?.message}>
            {(ids) => <Input {...ids} {...register(`${name}.title`)} maxLength={255} />}
          </Field>
          <Field label="Link" optional className="sm:col-span-3" error={errors?.activity_url?.message}>
            {(ids) => (
              <Input {...ids} {...register(`${name}.activity_url`)} type="url" placeholder="https://" />
            )}
          </Field>
        </>
      )}
    </div>
  );
}

/** The criteria for earning the badge, one per row. */
function ActivityFields({ templates }: { templates: RelatedChoices["templates"] }) {
  const { control, formState } = useFormContext<TemplateValues>();
  const { fields, append, remove } = useFieldArray({ control, name: "badge_template_activities" });
  const error = formState.errors.badge_template_activities;
  return (
    <div role="group" aria-label="Criteria" className="flex flex-col gap-4">
      {fields.map(({ id }, row) => (
        <fieldset key={id} className="min-w-0 rounded-xl border border-line p-4">
          <legend className="sr-only">Criterion {row + 1}</legend>
          <ActivityRow row={row} templates={templates} />
          <Button variant="quiet" size="small" className="mt-3 -ms-2.5" onClick={() => remove(row)}>
            Remove criterion {row + 1}
          </Button>
        </fieldset>
      ))}
      {/* An error of the whole list, for example when a required badge was deleted in the meantime. */}
      <FieldError>{error?.root?.message ?? error?.message}</FieldError>
      {fields.length < MAX_ACTIVITIES ? (
        <Button
          variant="secondary"
          size="small"
          className="self-start"
          onClick={() =>
            append({ title: "", activity_type: "Course", activity_url: "", required_badge_template_id: "" })
          }
        >
          {" "}
          Add criterion{" "}
        </Button>
      ) : null}
    </div>
  );
}

type TemplateFieldsProps = {
  /** The current image of the template, if any. */
  art: string | null;
  canKeepArt: boolean;
  /** The organization's colour. */
  brand: string;
  choices: RelatedChoices;
};

/** All fields of a template that the API accepts. */
export const TemplateFields = ({ art, canKeepArt, brand, choices }: TemplateFieldsProps) => (
  <>
    <BasicFields />
    <ArtSection current={art} canKeep={canKeepArt} brand={brand} icons={choices.icons} />
    <CriteriaFields templates={choices.templates} />
    <ExpirationFields />
    <DetailFields />
    <AlignmentFields />
    <VisibilityFields />
    <SharingFields />
    <RuleFields />
    <RelatedFields
      recommendations={choices.recommendations}
      moreRecommendations={choices.moreRecommendations}
    />
  </>
);

function BasicFields() {
  const { control, register, formState } = useFormContext<TemplateValues>();
  const { errors } = formState;
  return (
    <div className="flex flex-col gap-5">
      <div id={fieldAnchor("name")}>
        <Field label="Name" error={errors.name?.message}>
          {(ids) => <Input {...ids} {...register("name")} required maxLength={255} />}
        </Field>
      </div>
      <div id={fieldAnchor("description")}>
        <Field
          label="Description"
          hint="What the earner of this badge knows or can do. Required before issuing."
          error={errors.description?.message}
        >
          {(ids) => <Textarea {...ids} {...register("description")} rows={5} maxLength={5000} />}
        </Field>
      </div>
      <div id={fieldAnchor("skills")}>
        <Controller
          control={control}
          name="skills"
          render={({ field }) => (
            <Field
              label="Skills"
              hint="Press Enter or comma after each skill. At least one is required before issuing."
              error={errors.skills?.message}
            >
              {(ids) => <TagsInput control={ids} value={field.value} onChange={field.onChange} />}
            </Field>
          )}
        />
      </div>
    </div>
  );
}

function CriteriaFields({ templates }: { templates: RelatedChoices["templates"] }) {
  const { register, formState } = useFormContext<TemplateValues>();
  return (
    <FormSection title="Criteria" hint="What people must do to earn this badge.">
      <div className="flex flex-col gap-5">
        <ActivityFields templates={templates} />
        <div id={fieldAnchor("global_activity_url")}>
          <Field
            label="Activity URL"
            hint="The web page of the course, exam or event. Required before issuing."
            error={formState.errors.global_activity_url?.message}
          >
            {(ids) => (
              <Input {...ids} {...register("global_activity_url")} type="url" placeholder="https://" />
            )}
          </Field>
        </div>
        <div className="grid gap-5 sm:grid-cols-2">
          <TemplateTextField
            name="criteria_url"
            label="Criteria URL"
            isAddress
            hint="A web page with the full criteria."
          />
          <TemplateTextField name="criteria_url_name" label="Criteria page name" />
        </div>
      </div>
    </FormSection>
  );
}
