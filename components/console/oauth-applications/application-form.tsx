"use client";

import { useController, useForm } from "react-hook-form";
import { PERMISSIONS } from "@/components/console/developer/permission-tags";
import { ScopeFields } from "@/components/console/developer/scope-fields";
import { useRequestResolver } from "@/components/ui/form/request-resolver";
import { onDemand } from "@/components/on-demand";
import { Checkbox, Fieldset } from "@/components/ui/form/choice";
import { Field, Input, Textarea } from "@/components/ui/form/field";
import { DynamicForm } from "@/components/ui/form/dynamic-form";
import type { Scope } from "@/lib/access/callers/choices";
import type { OAuthApplication } from "@/lib/applications/oauth-applications/schema";
import { saveApplication } from "./hooks";

const oauthApplicationInput = onDemand(
  async () => (await import("@/lib/applications/oauth-applications/schema")).OAuthApplicationInput,
);

type Values = {
  name: string;
  description: string;
  data_services_enabled: boolean;
  access: OAuthApplication["access"];
  scopes: Scope[] | null;
};

type ApplicationFormProps = {
  organizationId: string;
  /** The application to change; null for a new one. */
  application: OAuthApplication | null;
  onSaved: (application: OAuthApplication) => void;
};

const EMPTY: Values = {
  name: "",
  description: "",
  data_services_enabled: false,
  access: { read: true, write: true, delete: true },
  scopes: null,
};

const applicationFormValues = (application: OAuthApplication | null): Values => {
  if (!application) return EMPTY;
  const { name, description, data_services_enabled, access, scopes } = application;
  return { name, description: description ?? "", data_services_enabled, access, scopes };
};

/** Name, description, data services, permissions and scopes of an application. */
export function ApplicationForm({ organizationId, application, onSaved }: ApplicationFormProps) {
  const form = useForm<Values>({
    defaultValues: applicationFormValues(application),
    resolver: useRequestResolver(oauthApplicationInput, (values) => values),
  });
  const { errors } = form.formState;
  const { field: scopes } = useController({ control: form.control, name: "scopes" });
  const send = async (values: Values) =>
    onSaved(await saveApplication(organizationId, application?.id ?? null, values));
  return (
    <DynamicForm form={form} send={send} action={application ? "Save" : "Create application"}>
      <Field
        label="Name"
        hint="For example, the name of the program that uses it."
        error={errors.name?.message}
      >
        {(ids) => <Input {...ids} {...form.register("name")} maxLength={255} />}
      </Field>
      <Field label="Description" optional error={errors.description?.message}>
        {(ids) => <Textarea {...ids} {...form.register("description")} rows={3} />}
      </Field>
      <Checkbox
        {...form.register("data_services_enabled")}
        label="Data services"
        hint="Webhooks are sent only while at least one application has this on."
      />
      <Fieldset legend="Permissions" hint="The most that its access tokens can do.">
        <div className="flex flex-col gap-3">
          {PERMISSIONS.map(({ kind, label, hint }) => (
            <Checkbox key={kind} {...form.register(`access.${kind}`)} label={label} hint={hint} />
          ))}
        </div>
      </Fieldset>
      <ScopeFields value={scopes.value} onChange={scopes.onChange} isInvalid={errors.scopes !== undefined} />
    </DynamicForm>
  );
}
