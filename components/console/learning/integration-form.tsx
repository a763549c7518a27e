"use client";

import { useRouter } from "next/navigation";
import { Controller, useForm, type Control } from "react-hook-form";
import { toast } from "@/components/ui/overlay/toast";
import { useRequestResolver } from "@/components/ui/form/request-resolver";
import { onDemand } from "@/components/on-demand";
import { Field, Input } from "@/components/ui/form/field";
import { DynamicForm } from "@/components/ui/form/dynamic-form";
import { TagsInput } from "@/components/ui/form/tags-input";
import type { LearningIntegrationItem } from "@/lib/learning/integrations/schema";
import { saveIntegration } from "./integration-hooks";

const learningIntegrationChange = onDemand(
  async () => (await import("@/lib/learning/integrations/schema")).LearningIntegrationChange,
);

type IntegrationValues = { name: string; launch_origins: string[] };

type IntegrationFormProps = { organizationId: string; integration: LearningIntegrationItem };

/** Returns the origin of a pasted address: `https://lms.example.org` for `https://lms.example.org/login`. */
const toOrigin = (text: string): string =>
  /^https?:/.test(text) && URL.canParse(text) ? new URL(text).origin : text;

const OriginsField = ({
  control,
  error,
}: {
  control: Control<IntegrationValues>;
  error: string | undefined;
}) => (
  <Field
    label="Launch origins"
    optional
    hint="Needed only if other sites embed the launch, or if the app allows registered origins only. Press Enter after each one."
    error={error}
  >
    {(ids) => (
      <Controller
        control={control}
        name="launch_origins"
        render={({ field }) => (
          <TagsInput
            control={ids}
            value={field.value}
            onChange={(origins) => field.onChange([...new Set(origins.map(toOrigin))])}
            placeholder="https://lms.example.org"
            max={20}
          />
        )}
      />
    )}
  </Field>
);

/** A form for the name of an integration and the origins that can embed its launch. */
export function IntegrationForm({ organizationId, integration }: IntegrationFormProps) {
  const router = useRouter();
  const { name, launch_origins } = integration;
  const form = useForm<IntegrationValues>({
    defaultValues: { name, launch_origins },
    resolver: useRequestResolver(learningIntegrationChange, (values) => values),
  });
  const { errors } = form.formState;
  const send = async (values: IntegrationValues) => {
    const saved = await saveIntegration(organizationId, integration.id, values);
    form.reset({ name: saved.name, launch_origins: saved.launch_origins });
    toast.success("Saved.");
    router.refresh();
  };
  return (
    <DynamicForm form={form} send={send} action="Save">
      <Field label="Name" error={errors.name?.message}>
        {(ids) => <Input {...ids} {...form.register("name")} maxLength={255} />}
      </Field>
      <OriginsField control={form.control} error={errors.launch_origins?.message} />
    </DynamicForm>
  );
}
