"use client";

import { Controller, useFormContext } from "react-hook-form";
import { Checkbox, FormSection } from "@/components/ui/form/choice";
import { Field, FieldError } from "@/components/ui/form/field";
import { TagsInput } from "@/components/ui/form/tags-input";
import type { RelatedChoices } from "./related-choices";
import type { TemplateValues } from "./template-values";

type RecommendationChoices = Pick<RelatedChoices, "recommendations" | "moreRecommendations">;

function Recommendations({ recommendations, moreRecommendations }: RecommendationChoices) {
  const { register, formState } = useFormContext<TemplateValues>();
  if (recommendations.length === 0) return null;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-medium">Recommended next</legend>
      <div className="flex max-h-64 flex-col gap-2 overflow-y-auto rounded-xl border border-line p-4">
        {recommendations.map(({ id, title }) => (
          <Checkbox key={id} {...register("recommendation_ids")} value={id} label={title} />
        ))}
      </div>
      {moreRecommendations ? (
        <p className="mt-1.5 text-[0.8125rem] text-ink-faint">
          Only the first recommendations by title are listed. To use others, add this template to them under
          Recommendations.
        </p>
      ) : null}
      <FieldError>{formState.errors.recommendation_ids?.message}</FieldError>
    </fieldset>
  );
}

/** Reporting tags, and the recommendations shown to holders. */
export function RelatedFields(choices: RecommendationChoices) {
  const { control, formState } = useFormContext<TemplateValues>();
  return (
    <FormSection title="Recommendations and reports">
      <div className="flex flex-col gap-5">
        <Recommendations {...choices} />
        <Controller
          control={control}
          name="reporting_tags"
          render={({ field }) => (
            <Field
              label="Reporting tags"
              optional
              hint="Visible only to your organization. Press Enter or comma after each tag."
              error={formState.errors.reporting_tags?.message}
            >
              {(ids) => <TagsInput control={ids} value={field.value} onChange={field.onChange} />}
            </Field>
          )}
        />
      </div>
    </FormSection>
  );
}
