"use client";

import { useForm } from "react-hook-form";
import { useWireResolver } from "@/components/form";
import { onDemand } from "@/components/on-demand";
import { Checkbox } from "@/components/ui/choice";
import { Field, Input, Textarea } from "@/components/ui/field";
import { FormFrame } from "@/components/ui/form-frame";
import type { OAuthApplication } from "@/lib/oauth-applications/schema";
import { useSaveApplication } from "./hooks";

const oauthApplicationInput = onDemand(
  async () => (await import("@/lib/oauth-applications/schema")).OAuthApplicationInput,
);

type Values = { name: string; description: string; data_services_enabled: boolean };

type ApplicationFormProps = {
  organizationId: string;
  /** The application to change; null for a new one. */
  application: OAuthApplication | null;
  onSaved: (application: OAuthApplication) => void;
};

const valuesOf = (application: OAuthApplication | null): Values => ({
  name: application?.name ?? "",
  description: application?.description ?? "",
  data_services_enabled: application?.data_services_enabled ?? false,
});

/** Name, description and data services of an application. */
export function ApplicationForm({ organizationId, application, onSaved }: ApplicationFormProps) {
  const form = useForm<Values>({
    defaultValues: valuesOf(application),
    resolver: useWireResolver(oauthApplicationInput, (values) => values),
  });
  const { mutateAsync } = useSaveApplication(organizationId, application?.id ?? null);
  const { errors } = form.formState;
  const send = async (values: Values) => onSaved(await mutateAsync(values));
  return (
    <FormFrame form={form} send={send} action={application ? "Save" : "Make application"}>
      <Field label="Name" hint="Which program uses it, and where." error={errors.name?.message}>
        {(ids) => <Input {...ids} {...form.register("name")} maxLength={255} />}
      </Field>
      <Field label="Description" optional error={errors.description?.message}>
        {(ids) => <Textarea {...ids} {...form.register("description")} rows={3} />}
      </Field>
      <Checkbox
        {...form.register("data_services_enabled")}
        label="Data services"
        hint="Webhooks go out while at least one application has them on."
      />
    </FormFrame>
  );
}
