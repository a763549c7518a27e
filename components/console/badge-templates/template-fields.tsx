"use client";

import { Controller, useFormContext } from "react-hook-form";
import { FormSection } from "@/components/ui/choice";
import { Field, Input, Textarea } from "@/components/ui/field";
import { TagsInput } from "@/components/ui/tags-input";
import { ActivityFields } from "./activity-fields";
import { AlignmentFields } from "./alignment-fields";
import { ArtSection } from "./art-section";
import { DetailFields } from "./detail-fields";
import { ExpirationFields } from "./expiration-fields";
import { fieldAnchor } from "./missing-fields";
import { RelatedFields } from "./recommendation-fields";
import type { RelatedChoices } from "./related-choices";
import { RuleFields, SharingFields, VisibilityFields } from "./sharing-fields";
import type { TemplateValues } from "./template-values";
import { TemplateTextField } from "./text-field";

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
