"use client";

import { useFieldArray, useFormContext, useWatch } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { Field, FieldError, Input, Select } from "@/components/ui/field";
import { ACTIVITY_TYPES } from "@/lib/badges/templates/choices";
import type { RelatedChoices } from "./related-choices";
import type { TemplateValues } from "./template-values";

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
export function ActivityFields({ templates }: { templates: RelatedChoices["templates"] }) {
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
