"use client";

import { useRouter } from "next/navigation";
import { Controller, useForm, useWatch, type UseFormReturn } from "react-hook-form";
import { toast } from "@/components/ui/overlay/toast";
import { TemplatePicker, type FirstTemplates } from "@/components/console/badge-templates/template-picker";
import { TemplatesField, type NamedTemplate } from "@/components/console/badge-templates/templates-field";
import { useRequestResolver } from "@/components/ui/form/request-resolver";
import { onDemand } from "@/components/on-demand";
import { Fieldset, Radio } from "@/components/ui/form/choice";
import { Field, Input, Textarea } from "@/components/ui/form/field";
import { DynamicForm } from "@/components/ui/form/dynamic-form";
import { RECOMMENDATION_TYPES } from "@/lib/badges/recommendations/choices";
import { saveRecommendation } from "./hooks";
import { RecommendationPreview } from "./recommendation-preview";
import { EMPTY_VALUES, recommendationBody, type RecommendationValues } from "./recommendation-values";
import { TYPE_OPTIONS } from "./recommendation-words";

const recommendationInput = onDemand(
  async () => (await import("@/lib/badges/recommendations/schema")).RecommendationInput,
);

type RecommendationFormProps = {
  organizationId: string;
  issuer: string;
  home: string;
  /** The recommendation to edit; null for a new one. */
  id: string | null;
  values?: RecommendationValues;
  /** The stored description of the recommended template. */
  description?: string | null;
  active: FirstTemplates;
  all: FirstTemplates<NamedTemplate>;
};

type Form = UseFormReturn<RecommendationValues>;

function TypeField({ form }: { form: Form }) {
  return (
    <Fieldset legend="Type">
      <div className="grid gap-3 sm:grid-cols-2">
        {RECOMMENDATION_TYPES.map((type) => (
          <Radio
            key={type}
            {...form.register("type", { onChange: () => form.clearErrors() })}
            value={type}
            label={TYPE_OPTIONS[type].label}
            hint={TYPE_OPTIONS[type].hint}
          />
        ))}
      </div>
    </Fieldset>
  );
}

function LinkFields({ form }: { form: Form }) {
  const { errors } = form.formState;
  return (
    <>
      <Field label="Title" error={errors.title?.message}>
        {(ids) => <Input {...ids} {...form.register("title")} maxLength={255} autoComplete="off" />}
      </Field>
      <Field label="Description" optional error={errors.description?.message}>
        {(ids) => <Textarea {...ids} {...form.register("description")} maxLength={5_000} />}
      </Field>
      <Field
        label="URL"
        hint="The page that opens, starting with https://."
        error={errors.activity_url?.message}
      >
        {(ids) => <Input {...ids} {...form.register("activity_url")} type="url" autoComplete="off" />}
      </Field>
    </>
  );
}

function BadgeField({
  form,
  organizationId,
  active,
}: Pick<RecommendationFormProps, "organizationId" | "active"> & { form: Form }) {
  return (
    <Controller
      control={form.control}
      name="recommended_badge_template_id"
      render={({ field, fieldState }) => (
        <TemplatePicker
          organizationId={organizationId}
          {...active}
          chosen={field.value}
          onChoose={field.onChange}
          error={fieldState.error?.message}
        />
      )}
    />
  );
}

/** A form that creates or changes a recommendation, next to a preview for earners. */
export function RecommendationForm(props: RecommendationFormProps) {
  const { organizationId, issuer, home, id, values, description = null, active, all } = props;
  const router = useRouter();
  const form = useForm<RecommendationValues>({
    defaultValues: values ?? EMPTY_VALUES,
    resolver: useRequestResolver(recommendationInput, recommendationBody),
  });
  const currentValues = useWatch({ control: form.control }) as RecommendationValues;
  const isUnchanged =
    currentValues.recommended_badge_template_id?.id === values?.recommended_badge_template_id?.id;
  const send = async (submitted: RecommendationValues) => {
    const { title } = await saveRecommendation(organizationId, id, recommendationBody(submitted));
    toast.success(id === null ? `Recommendation “${title}” created.` : "Saved.");
    if (id === null) router.push(`${home}/recommendations`);
    router.refresh();
  };
  return (
    <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <DynamicForm form={form} send={send} action={id === null ? "Create recommendation" : "Save"}>
        <TypeField form={form} />
        {currentValues.type === "badge" ? (
          <BadgeField form={form} organizationId={organizationId} active={active} />
        ) : (
          <LinkFields form={form} />
        )}
        <Controller
          control={form.control}
          name="badge_template_ids"
          render={({ field, fieldState }) => (
            <TemplatesField
              organizationId={organizationId}
              legend="Shown on"
              hint="Earners of badges from these templates see the recommendation."
              {...all}
              chosen={field.value}
              onChange={field.onChange}
              error={fieldState.error?.message}
            />
          )}
        />
      </DynamicForm>
      <div className="lg:sticky lg:top-12 lg:self-start">
        <RecommendationPreview
          values={currentValues}
          description={isUnchanged ? description : null}
          issuer={issuer}
        />
      </div>
    </div>
  );
}
