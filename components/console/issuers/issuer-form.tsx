"use client";

import { useRouter } from "next/navigation";
import { Controller, useForm, useWatch, type UseFormReturn } from "react-hook-form";
import { toast } from "@/components/ui/overlay/toast";
import type { FirstTemplates } from "@/components/console/badge-templates/template-picker";
import { TemplatesField, type NamedTemplate } from "@/components/console/badge-templates/templates-field";
import { ApiFailure } from "@/components/api";
import { useRequestResolver } from "@/components/ui/form/request-resolver";
import { onDemand } from "@/components/on-demand";
import { Fieldset, FormSection, Radio } from "@/components/ui/form/choice";
import { Field, Input } from "@/components/ui/form/field";
import { DynamicForm } from "@/components/ui/form/dynamic-form";
import { DISPLAY_ISSUER_AS } from "@/lib/organizations/issuers/choices";
import type { IssuerAuthorization } from "@/lib/organizations/issuers/schema";
import { saveIssuer } from "./hooks";
import { IssuerPreview } from "./issuer-preview";
import { DISPLAY_OPTIONS } from "./issuer-words";

const issuerAuthorizationChange = onDemand(
  async () => (await import("@/lib/organizations/issuers/schema")).IssuerAuthorizationChange,
);
const issuerAuthorizationInput = onDemand(
  async () => (await import("@/lib/organizations/issuers/schema")).IssuerAuthorizationInput,
);

type IssuerValues = {
  /** An id or a vanity slug. */
  issuer: string;
  authorization_type: string;
  display_issuer_as: IssuerAuthorization["display_issuer_as"];
  scope: "all" | "some";
  allowed_badge_templates: NamedTemplate[];
};
type Form = UseFormReturn<IssuerValues>;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Returns the last part of the path: the address of an organization's page ends with its slug. */
const parseSlug = (text: string): string => text.trim().replace(/\/+$/, "").split("/").at(-1) ?? "";

const parseIssuer = (text: string) =>
  UUID.test(text.trim()) ? { issuer_id: text.trim() } : { issuer_vanity_slug: parseSlug(text) };

const authorizationBody = (values: IssuerValues) => ({
  authorization_type: values.authorization_type,
  display_issuer_as: values.display_issuer_as,
  restrict_by_badge_templates: values.scope === "some",
  allowed_badge_templates: values.scope === "some" ? values.allowed_badge_templates.map(({ id }) => id) : [],
});

const newAuthorizationBody = (values: IssuerValues) => ({
  ...parseIssuer(values.issuer),
  ...authorizationBody(values),
});

const authorizationValues = (
  authorization: IssuerAuthorization | null,
  allowed: NamedTemplate[],
): IssuerValues => ({
  issuer: authorization?.issuer.id ?? "",
  authorization_type: authorization?.authorization_type ?? "platform",
  display_issuer_as: authorization?.display_issuer_as ?? "both",
  scope: authorization && !authorization.restrict_by_badge_templates ? "all" : "some",
  allowed_badge_templates: allowed,
});

/** Moves errors of `issuer_id` and `issuer_vanity_slug` to `issuer`, the one field that takes both. */
function moveIssuerErrors(failure: unknown): unknown {
  if (!(failure instanceof ApiFailure)) return failure;
  const { status, code, message, requestId } = failure;
  const errors = failure.errors.map((error) =>
    error.field === "issuer_id" || error.field === "issuer_vanity_slug"
      ? { ...error, field: "issuer", message: error.code === "required" ? "is required" : error.message }
      : error,
  );
  return new ApiFailure(status, code, message, errors, requestId);
}

const IssuerField = ({ form }: { form: Form }) => (
  <Field
    label="Organization"
    hint="Enter its ID, or the name at the end of its page URL, such as harbor-college."
    error={form.formState.errors.issuer?.message}
  >
    {(ids) => <Input {...ids} {...form.register("issuer")} required autoComplete="off" />}
  </Field>
);

const DisplayField = ({ form }: { form: Form }) => (
  <Fieldset legend="Who is shown as the issuer?">
    <div className="flex flex-col gap-3">
      {DISPLAY_ISSUER_AS.map((display) => (
        <Radio
          key={display}
          {...form.register("display_issuer_as")}
          value={display}
          label={DISPLAY_OPTIONS[display].label}
          hint={DISPLAY_OPTIONS[display].hint}
        />
      ))}
    </div>
  </Fieldset>
);

function AllowedTemplatesFields({
  form,
  organizationId,
  all,
}: {
  form: Form;
  organizationId: string;
  all: FirstTemplates<NamedTemplate>;
}) {
  const scope = useWatch({ control: form.control, name: "scope" });
  return (
    <FormSection title="Templates they can issue">
      <div className="flex flex-col gap-3">
        <Radio {...form.register("scope")} value="some" label="Selected templates" />
        <Radio
          {...form.register("scope")}
          value="all"
          label="All active templates"
          hint="Includes templates you create later."
        />
      </div>
      {scope === "some" ? (
        <div className="mt-5">
          <Controller
            control={form.control}
            name="allowed_badge_templates"
            render={({ field, fieldState }) => (
              <TemplatesField
                organizationId={organizationId}
                legend="Templates"
                hint="Drafts can be issued once they are active."
                {...all}
                chosen={field.value}
                onChange={field.onChange}
                error={fieldState.error?.message}
              />
            )}
          />
        </div>
      ) : null}
    </FormSection>
  );
}

type IssuerFormProps = {
  organizationId: string;
  home: string;
  /** The name of the organization whose badges are issued. */
  grantor: string;
  /** The authorization to change; null for a new one. */
  authorization: IssuerAuthorization | null;
  allowed: NamedTemplate[];
  all: FirstTemplates<NamedTemplate>;
};

/** Returns a function that creates or changes the authorization. */
function useSubmitIssuer({ organizationId, home, authorization }: IssuerFormProps) {
  const router = useRouter();
  return async (values: IssuerValues) => {
    if (authorization) {
      await saveIssuer(organizationId, authorization.id, authorizationBody(values));
      toast.success("Saved.");
    } else {
      const body = newAuthorizationBody(values);
      const { issuer } = await saveIssuer(organizationId, null, body).catch((failure: unknown) => {
        throw moveIssuerErrors(failure);
      });
      toast.success(`${issuer.name} can now issue your badges.`);
      router.push(`${home}/issuers`);
    }
    router.refresh();
  };
}

/** A form that creates or changes the authorization of an issuer, next to a preview of its badges. */
export function IssuerForm(props: IssuerFormProps) {
  const { organizationId, grantor, authorization, allowed, all } = props;
  const form = useForm<IssuerValues>({
    defaultValues: authorizationValues(authorization, allowed),
    resolver: useRequestResolver<IssuerValues>(
      authorization ? issuerAuthorizationChange : issuerAuthorizationInput,
      authorization ? authorizationBody : newAuthorizationBody,
    ),
  });
  const currentValues = useWatch({ control: form.control }) as IssuerValues;
  const send = useSubmitIssuer(props);
  const template = currentValues.scope === "some" ? currentValues.allowed_badge_templates[0] : all.first[0];
  return (
    <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <DynamicForm form={form} send={send} action={authorization ? "Save" : "Authorize issuer"}>
        {authorization ? null : <IssuerField form={form} />}
        <Field
          label="Type"
          hint="A label for your own use. It is also shown in the API."
          error={form.formState.errors.authorization_type?.message}
        >
          {(ids) => (
            <Input {...ids} {...form.register("authorization_type")} maxLength={255} autoComplete="off" />
          )}
        </Field>
        <DisplayField form={form} />
        <AllowedTemplatesFields form={form} organizationId={organizationId} all={all} />
      </DynamicForm>
      <div className="lg:sticky lg:top-12 lg:self-start">
        <IssuerPreview
          display={currentValues.display_issuer_as}
          grantor={grantor}
          issuer={authorization?.issuer.name ?? "The issuer"}
          template={template ?? null}
        />
      </div>
    </div>
  );
}
