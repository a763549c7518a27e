"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { FormProvider, useForm, useWatch, type Control } from "react-hook-form";
import { toast } from "@/components/ui/overlay/toast";
import {
  TemplatePicker,
  type FirstTemplates,
  type TemplateChoice,
} from "@/components/console/badge-templates/template-picker";
import { useRequestResolver } from "@/components/ui/form/request-resolver";
import { useFormSubmit } from "@/components/ui/form/use-form-submit";
import { onDemand } from "@/components/on-demand";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { FormBody } from "@/components/ui/form/form-body";
import { Notice } from "@/components/ui/notice";
import type { IssuedBadge } from "@/lib/badges/issued/schema";
import { EvidenceFields } from "./evidence-fields";
import { badgeRequests } from "./hooks";
import { AdvancedFields, DateFields, RecipientFields } from "./issue-fields";
import { emptyIssue, firstExpiry, issueBody, type IssueValues } from "./issue-values";
import { BadgeArt, BadgeArtPlaceholder } from "@/components/public/badge/badge-art";
import { defaultExpirationText } from "@/components/console/badge-templates/expiration-words";
import { DateText } from "@/components/ui/time/time";
import { joinNames } from "@/lib/kernel/names";

type IssueSummaryProps = { control: Control<IssueValues>; template: TemplateChoice | null };

const isDate = (text: string): boolean => text !== "" && !Number.isNaN(Date.parse(text));

function expiryText(expiry: IssueValues["expiry"], template: TemplateChoice | null): string {
  if (expiry === "never") return "Never";
  return expiry === "default" && template ? defaultExpirationText(template) : "—";
}

/** Shows a live summary of the badge that the form will issue. */
function IssueSummary({ control, template }: IssueSummaryProps) {
  const values = useWatch({ control }) as IssueValues;
  const name = joinNames(values.issued_to_first_name, values.issued_to_last_name);
  const rows = [
    { term: "Issued on", value: isDate(values.issued_at) ? <DateText value={values.issued_at} /> : "—" },
    {
      term: "Expires",
      value:
        values.expiry === "date" && isDate(values.expires_at) ? (
          <DateText value={values.expires_at} />
        ) : (
          expiryText(values.expiry, template)
        ),
    },
    { term: "Evidence", value: values.evidence.length === 0 ? "None" : String(values.evidence.length) },
    { term: "E-mail", value: values.suppress_badge_notification_email ? "Not sent" : "Sent immediately" },
  ];
  return (
    <section aria-label="Summary" className="rounded-2xl border border-line px-6 py-7">
      {template ? (
        <BadgeArt src={template.image_url} name="" size={152} className="mx-auto size-38" />
      ) : (
        <BadgeArtPlaceholder className="mx-auto size-38" />
      )}
      <p className="font-heading mt-5 text-2xl leading-tight text-balance">
        {template?.name ?? "No badge selected"}
      </p>
      <p className="mt-1 text-sm text-ink-soft">{name === "" ? "No recipient selected" : `for ${name}`}</p>
      <dl className="mt-5 divide-y divide-line border-y border-line text-sm">
        {rows.map(({ term, value }) => (
          <div key={term} className="flex justify-between gap-4 py-2">
            <dt className="text-ink-faint">{term}</dt>
            <dd className="text-end">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const issueSchema = onDemand(async () => (await import("./issue-schema")).IssueForm);

type IssueFormProps = FirstTemplates & {
  organizationId: string;
  home: string;
  /** Today's date in UTC, so that server and browser render the same date. */
  today: string;
  chosen: TemplateChoice | null;
};

function IssuedNotice({ badge, home }: { badge: IssuedBadge; home: string }) {
  const noticeRef = useRef<HTMLDivElement>(null);
  // The form is long and its button is at the end, so the focus moves up to this notice.
  useEffect(() => noticeRef.current?.focus(), [badge.id]);
  return (
    <div ref={noticeRef} tabIndex={-1} className="outline-none">
      <Notice tone="positive" title={`${badge.badge_template.name} issued to ${badge.issued_to}`}>
        <p>
          {badge.suppress_badge_notification_email
            ? "No e-mail was sent. Share the accept link with the recipient yourself."
            : `Sending an e-mail with the accept link to ${badge.recipient_email}.`}
        </p>
        <div className="mt-3 flex flex-wrap items-center gap-4">
          <Link
            href={`${home}/issued_badges/${badge.id}`}
            className="inline-flex min-h-8 items-center font-medium text-accent underline underline-offset-4"
          >
            View badge
          </Link>
          {badge.accept_badge_url ? (
            <CopyButton text={badge.accept_badge_url} label="Copy accept link" />
          ) : null}
        </div>
      </Notice>
    </div>
  );
}

function useIssueForm({ organizationId, home, today, chosen }: IssueFormProps) {
  const router = useRouter();
  const [template, setTemplate] = useState(chosen);
  const [issued, setIssued] = useState<IssuedBadge | null>(null);
  const form = useForm<IssueValues>({
    defaultValues: emptyIssue(chosen, today),
    resolver: useRequestResolver(issueSchema, issueBody),
  });
  const selectTemplate = (choice: TemplateChoice) => {
    setTemplate(choice);
    form.setValue("badge_template_id", choice.id, { shouldValidate: form.formState.isSubmitted });
    if (form.getValues("expiry") !== "date") form.setValue("expiry", firstExpiry(choice));
  };
  const issue = async (values: IssueValues): Promise<IssuedBadge> => {
    try {
      return await badgeRequests(organizationId).issue(issueBody(values));
    } catch (failure) {
      setIssued(null);
      throw failure;
    }
  };
  const submit = useFormSubmit(form)(async (values) => {
    const badge = await issue(values);
    setIssued(badge);
    toast.success(`Badge issued to ${badge.issued_to}.`, {
      action: { label: "View badge", onClick: () => router.push(`${home}/issued_badges/${badge.id}`) },
    });
    // The next recipient usually gets the same badge on the same day.
    form.reset({
      ...emptyIssue(template, values.issued_at),
      expiry: values.expiry,
      expires_at: values.expires_at,
    });
    router.refresh();
  });
  return { form, template, selectTemplate, submit, isPending: form.formState.isSubmitting, issued };
}

/** Issues a badge to one person, then resets for the next recipient. */
export function IssueForm(props: IssueFormProps) {
  const { organizationId, home, first, more } = props;
  const { form, template, selectTemplate, submit, isPending, issued } = useIssueForm(props);
  const { errors } = form.formState;
  return (
    <FormProvider {...form}>
      <div className="grid gap-10 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <form noValidate onSubmit={(event) => void submit(event)}>
          <FormBody className="flex max-w-2xl flex-col gap-7">
            {issued ? <IssuedNotice badge={issued} home={home} /> : null}
            {errors.root?.message ? (
              <Notice tone="negative" announce>
                {errors.root.message}
              </Notice>
            ) : null}
            <TemplatePicker
              organizationId={organizationId}
              among="issuable_badge_templates"
              first={first}
              more={more}
              chosen={template}
              onChoose={selectTemplate}
              error={errors.badge_template_id?.message}
            />
            <RecipientFields />
            <DateFields template={template} />
            <EvidenceFields />
            <AdvancedFields />
            <div className="flex justify-end border-t border-line pt-6">
              <Button type="submit" busy={isPending}>
                {isPending ? "Issuing…" : "Issue badge"}
              </Button>
            </div>
          </FormBody>
        </form>
        <div className="hidden xl:sticky xl:top-10 xl:block xl:self-start">
          <IssueSummary control={form.control} template={template} />
        </div>
      </div>
    </FormProvider>
  );
}
