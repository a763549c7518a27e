"use client";

import { useForm } from "react-hook-form";
import { useRequestResolver } from "@/components/ui/form/request-resolver";
import { onDemand } from "@/components/on-demand";
import { Checkbox } from "@/components/ui/form/choice";
import { Field, Input } from "@/components/ui/form/field";
import { DynamicForm } from "@/components/ui/form/dynamic-form";
import type { LearningApp } from "@/lib/learning/apps/schema";
import { saveApp } from "./app-hooks";

const learningAppInput = onDemand(async () => (await import("@/lib/learning/apps/schema")).LearningAppInput);

type AppValues = { name: string; enterprise: boolean; registered_origins_only: boolean };

type AppFormProps = {
  organizationId: string;
  /** The app to change; null for a new one. */
  app: LearningApp | null;
  onSaved: (app: LearningApp) => void;
};

const appValues = (app: LearningApp | null): AppValues => ({
  name: app?.name ?? "",
  enterprise: app?.enterprise ?? false,
  registered_origins_only: app?.registered_origins_only ?? false,
});

/** A form for the name and the options of an app. */
export function AppForm({ organizationId, app, onSaved }: AppFormProps) {
  const form = useForm<AppValues>({
    defaultValues: appValues(app),
    resolver: useRequestResolver(learningAppInput, (values) => values),
  });
  const { errors } = form.formState;
  const send = async (values: AppValues) => onSaved(await saveApp(organizationId, app?.id ?? null, values));
  return (
    <DynamicForm form={form} send={send} action={app ? "Save" : "Create app"}>
      <Field
        label="Name"
        hint="For example, the learning system that uses it and its location."
        error={errors.name?.message}
      >
        {(ids) => <Input {...ids} {...form.register("name")} maxLength={255} />}
      </Field>
      <Checkbox
        {...form.register("enterprise")}
        label="Enterprise app"
        hint="Can open pages inside the learning system."
      />
      <Checkbox
        {...form.register("registered_origins_only")}
        label="Registered launch origins only"
        hint="Allow launches only from origins registered for the integration. By default, the page that starts the launch is always allowed."
      />
    </DynamicForm>
  );
}
