"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { FormProvider, useForm, useFormContext } from "react-hook-form";
import { toast } from "@/components/ui/overlay/toast";
import {
  TemplatePicker,
  type FirstTemplates,
  type TemplateChoice,
} from "@/components/console/badge-templates/template-picker";
import { useRequestResolver } from "@/components/ui/form/request-resolver";
import { onDemand } from "@/components/on-demand";
import { Checkbox, FormSection } from "@/components/ui/form/choice";
import { Field, Input, Textarea } from "@/components/ui/form/field";
import { DynamicForm } from "@/components/ui/form/dynamic-form";
import type { IssuedBadge, Evidence, ReplaceInput } from "@/lib/badges/issued/schema";
import { EvidenceFields } from "./evidence-fields";
import { badgeRequests } from "./hooks";
import { DateFields } from "./issue-fields";
import {
  firstExpiry,
  emptyEvidence,
  emptyIssue,
  issueBody,
  type EvidenceValues,
  type IssueTemplate,
  type IssueValues,
} from "./issue-values";

/** The fields of the replace form: those of the issue form and the message to the earner. */
type ReplaceValues = IssueValues & { notification_message: string };

function evidenceValues(item: Evidence): EvidenceValues {
  const empty = emptyEvidence(item.type);
  switch (item.type) {
    case "KeyValueGroupEvidence":
      return {
        ...empty,
        name: item.name,
        values: item.values.map(({ key, value, url }) => ({ key, value, url: url ?? "" })),
      };
    case "UrlEvidence":
      return { ...empty, name: item.name, value: item.value, description: item.description ?? "" };
    case "PlainTextEvidence":
    case "IdEvidence":
      return { ...empty, title: item.title, description: item.description };
  }
}

/** Builds the initial values of the form: those of the badge to replace, with today as the issue date. */
const replaceValues = (badge: IssuedBadge, template: IssueTemplate | null, today: string): ReplaceValues => ({
  ...emptyIssue(template, today),
  recipient_email: badge.recipient_email,
  issued_to_first_name: badge.issued_to_first_name ?? "",
  issued_to_last_name: badge.issued_to_last_name ?? "",
  evidence: badge.evidence.map(evidenceValues),
  notification_message: "",
});

/** The fields of the form. The full name follows from its parts. */
type ShownField = keyof ReplaceValues | "issued_to" | "badge_template_id" | "issued_at" | "expires_at";

/** The fields that the form does not show. While one is missing here, this does not compile. */
const hiddenFields = (badge: IssuedBadge): Record<Exclude<keyof ReplaceInput, ShownField>, unknown> => ({
  issued_to_middle_name: badge.issued_to_middle_name,
  issuer_earner_id: badge.issuer_earner_id,
  locale: badge.locale,
  country_name: badge.country,
  state_or_province: badge.state_or_province,
  issuer_earner_group: badge.issuer_earner_group ?? null,
});

/**
 * Builds the body of the request. Omitted fields are not inherited (specification, "Replace", rule 1), so fields that
 * the form does not show are sent unchanged. `expires_at: null` applies the template's default (rule 4).
 */
function replaceBody(badge: IssuedBadge, values: ReplaceValues) {
  const { duplicate_behavior: _behavior, recipient_email, ...body } = issueBody(values);
  return {
    ...body,
    // Rule 3: only a pending badge can get a new address.
    ...(badge.state === "pending" ? { recipient_email } : {}),
    ...hiddenFields(badge),
    notification_message: values.notification_message.trim() || null,
  };
}

const replaceSchema = onDemand(async () => (await import("./issue-schema")).ReplaceForm);

type ReplaceFormProps = FirstTemplates & {
  organizationId: string;
  home: string;
  /** Today's date in UTC, so that server and browser render the same date. */
  today: string;
  badge: IssuedBadge;
  chosen: TemplateChoice | null;
};

function RecipientFields({ isPending }: { isPending: boolean }) {
  const { register, formState } = useFormContext<ReplaceValues>();
  const { errors } = formState;
  return (
    <FormSection title="Recipient">
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="First name" optional error={errors.issued_to_first_name?.message}>
          {(ids) => <Input {...ids} {...register("issued_to_first_name")} autoComplete="off" />}
        </Field>
        <Field label="Last name" optional error={errors.issued_to_last_name?.message}>
          {(ids) => <Input {...ids} {...register("issued_to_last_name")} autoComplete="off" />}
        </Field>
        <Field
          label="E-mail address"
          className="sm:col-span-2"
          {...(isPending ? {} : { hint: "You can change this only while the badge is pending." })}
          error={errors.recipient_email?.message}
        >
          {(ids) => (
            <Input
              {...ids}
              {...register("recipient_email")}
              type="email"
              readOnly={!isPending}
              autoComplete="off"
            />
          )}
        </Field>
      </div>
    </FormSection>
  );
}

function MessageFields() {
  const { register, formState } = useFormContext<ReplaceValues>();
  return (
    <FormSection title="E-mail">
      <div className="flex flex-col gap-5">
        <Field
          label="Message to the earner"
          optional
          hint="Included in the e-mail about the replacement. If left blank, the earner gets the standard e-mail about a new badge."
          error={formState.errors.notification_message?.message}
        >
          {(ids) => <Textarea {...ids} {...register("notification_message")} rows={3} />}
        </Field>
        <Checkbox
          {...register("suppress_badge_notification_email")}
          label="Do not send an e-mail"
          hint="You share the accept link with the earner yourself. If you write a message above, the e-mail is still sent."
        />
      </div>
    </FormSection>
  );
}

function useReplaceForm({ organizationId, home, today, badge, chosen }: ReplaceFormProps) {
  const router = useRouter();
  const [template, setTemplate] = useState(chosen);
  const form = useForm<ReplaceValues>({
    defaultValues: replaceValues(badge, chosen, today),
    resolver: useRequestResolver(replaceSchema, (values) => replaceBody(badge, values)),
  });
  const selectTemplate = (choice: TemplateChoice) => {
    setTemplate(choice);
    form.setValue("badge_template_id", choice.id, { shouldValidate: form.formState.isSubmitted });
    if (form.getValues("expiry") !== "date") form.setValue("expiry", firstExpiry(choice));
  };
  const send = async (values: ReplaceValues) => {
    const replacement = await badgeRequests(organizationId).replace(badge.id, replaceBody(badge, values));
    toast.success("Badge replaced. This is the new badge.");
    router.push(`${home}/issued_badges/${replacement.id}`);
    router.refresh();
  };
  return { form, template, selectTemplate, send };
}

/** Replaces a badge with a new one. The form starts with the values of the old badge. */
export function ReplaceForm(props: ReplaceFormProps) {
  const { organizationId, badge, first, more } = props;
  const { form, template, selectTemplate, send } = useReplaceForm(props);
  return (
    <FormProvider {...form}>
      <div className="max-w-2xl">
        <DynamicForm form={form} send={send} action="Replace badge">
          <TemplatePicker
            organizationId={organizationId}
            among="issuable_badge_templates"
            first={first}
            more={more}
            chosen={template}
            onChoose={selectTemplate}
            error={form.formState.errors.badge_template_id?.message}
          />
          <RecipientFields isPending={badge.state === "pending"} />
          <DateFields template={template} />
          <EvidenceFields />
          <MessageFields />
        </DynamicForm>
      </div>
    </FormProvider>
  );
}
