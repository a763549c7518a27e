"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useForm, useWatch, type FieldErrors, type UseFormReturn } from "react-hook-form";
import { apiWrite, organizationPath, ApiFailure } from "@/components/api";
import { onDemand } from "@/components/on-demand";
import { FormSection } from "@/components/ui/form/choice";
import { DynamicForm } from "@/components/ui/form/dynamic-form";
import { Field, Input, Select } from "@/components/ui/form/field";
import { useRequestResolver } from "@/components/ui/form/request-resolver";
import { useRequest } from "@/components/ui/form/use-request";
import { toast } from "@/components/ui/overlay/toast";
import { UnsavedChanges } from "@/components/ui/form/unsaved-changes";
import { type MailKind, MAIL_KINDS, mailLabel } from "@/lib/delivery/mail/choices";
import { DESIGNED_MAILS, isDesignedMail, MAX_SENDER_NAME_LENGTH } from "@/lib/delivery/mail-designs/choices";
import type { MailDesign } from "@/lib/delivery/mail-designs/schema";
import { LOCALES, type Locale, LANGUAGE_NAMES } from "@/lib/kernel/locales";
import { designBody, designFormValues, hasOwnTexts, type DesignValues } from "./design-values";
import { TextFields } from "./text-fields";
import { Button } from "@/components/ui/button";
import { describeFailure } from "@/components/ui/form/form-texts";
import { Notice } from "@/components/ui/notice";
import { useDebouncedText } from "@/components/ui/use-debounced-text";
import type { DesignTest, MailPreview as Preview } from "@/lib/delivery/mail/schema";
import { MailPreview } from "./mail-preview";
import { WidthButtons, type MailWidth } from "./mail-width";

/** The pause in typing before the preview is rendered again. */
const PAUSE_MS = 400;

type PreviewRequest = { design: unknown; kind: string; locale: Locale };

/** Renders a mail on the server after a pause in typing. */
function useMailPreview(organizationId: string, request: PreviewRequest) {
  const body = useDebouncedText(JSON.stringify(request), PAUSE_MS);
  const query = useQuery({
    queryKey: ["mail-preview", organizationId, body],
    queryFn: () =>
      apiWrite<Preview>("POST", organizationPath(organizationId, "mail_design_preview"), JSON.parse(body)),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    retry: false,
  });
  // The last preview stays beside the reason why there is no newer one.
  const [last, setLast] = useState(query.data);
  if (query.data && query.data !== last) setLast(query.data);
  return { data: query.data ?? last, error: query.error, isFetching: query.isFetching };
}

/** Describes why a design cannot be shown or sent, without the names of the API's fields. */
const describeProblem = (failure: unknown): string => {
  const [first] = failure instanceof ApiFailure ? failure.errors : [];
  const name = first?.field.split(".").at(-1)?.replaceAll("_", " ");
  if (!first || !name) return describeFailure(failure);
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} ${first.message}.`;
};

type SendTestProps = {
  organizationId: string;
  /** The mail that is previewed. */
  mail: PreviewRequest;
  /** The member's address; null when it is not confirmed. */
  address: string | null;
  isTestMode: boolean;
};

/** Sends the previewed mail to the member who looks at it. */
function SendTest({ organizationId, mail, address, isTestMode }: SendTestProps) {
  const { request, isSending } = useRequest();
  const send = async () => {
    const path = organizationPath(organizationId, "mail_design_test");
    const sent = await apiWrite<DesignTest>("POST", path, mail);
    toast.success(isTestMode ? "Test e-mail is in the mail inbox." : `Test e-mail sent to ${sent.address}.`);
  };
  const sendTest = () =>
    void request(send).catch((failure: unknown) => toast.error(describeProblem(failure)));
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button variant="secondary" busy={isSending} disabled={address === null} onClick={sendTest}>
        Send test e-mail
      </Button>
      <p className="text-[0.8125rem] wrap-anywhere text-ink-faint">
        {address === null ? "Confirm your e-mail address first." : `To ${address}, as shown here.`}
      </p>
    </div>
  );
}

const SenderLines = ({ from, reply_to: replyTo }: Pick<Preview, "from" | "reply_to">) => (
  <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm wrap-anywhere">
    <dt className="text-ink-faint">From</dt>
    <dd>
      {from.name} &lt;{from.address}&gt;
    </dd>
    <dt className="text-ink-faint">Reply to</dt>
    <dd>{replyTo ?? from.address}</dd>
  </dl>
);

type DesignPreviewProps = {
  preview: ReturnType<typeof useMailPreview>;
  locale: Locale;
  /** Null for mails that cannot be sent as a test. */
  test: SendTestProps | null;
};

/** The mail as it is sent: who it is from, the page, and the plain text. */
function DesignPreview({ preview, locale, test }: DesignPreviewProps) {
  const [width, setWidth] = useState<MailWidth>("wide");
  return (
    <section aria-label="Preview" aria-busy={preview.isFetching} className="flex min-h-96 flex-col gap-5">
      {test ? <SendTest {...test} /> : null}
      {preview.error ? (
        <Notice tone="negative" title="The preview is out of date">
          {describeProblem(preview.error)}
        </Notice>
      ) : null}
      {preview.data ? (
        <>
          <SenderLines {...preview.data} />
          <MailPreview
            mail={preview.data}
            lang={locale}
            width={width}
            widthSwitch={<WidthButtons width={width} onChange={setWidth} />}
          />
        </>
      ) : null}
    </section>
  );
}

const KIND_GROUPS = [
  { label: "With your own text", kinds: MAIL_KINDS.filter(isDesignedMail) },
  { label: "With fixed text", kinds: MAIL_KINDS.filter((kind) => !isDesignedMail(kind)) },
];

type MailFieldsProps = {
  kind: MailKind;
  locale: Locale;
  onKind: (kind: MailKind) => void;
  onLocale: (locale: Locale) => void;
  /** Whether this kind of mail has own texts in a language. */
  isChanged: (locale: Locale) => boolean;
};

/** Chooses the mail and the language whose texts are shown. */
const MailFields = ({ kind, locale, onKind, onLocale, isChanged }: MailFieldsProps) => (
  <div className="grid gap-4 sm:grid-cols-2">
    <Field label="E-mail">
      {(ids) => (
        <Select {...ids} value={kind} onChange={({ target }) => onKind(target.value as MailKind)}>
          {KIND_GROUPS.map(({ label, kinds }) => (
            <optgroup key={label} label={label}>
              {kinds.map((one) => (
                <option key={one} value={one}>
                  {mailLabel(one)}
                </option>
              ))}
            </optgroup>
          ))}
        </Select>
      )}
    </Field>
    <Field label="Language" hint="That of the recipient’s account, otherwise of the badge.">
      {(ids) => (
        <Select {...ids} value={locale} onChange={({ target }) => onLocale(target.value as Locale)}>
          {LOCALES.map((one) => (
            <option key={one} value={one}>
              {LANGUAGE_NAMES[one]}
              {isChanged(one) ? " ✓" : ""}
            </option>
          ))}
        </Select>
      )}
    </Field>
  </div>
);

const designInput = onDemand(
  async () => (await import("@/lib/delivery/mail-designs/schema")).MailDesignInput,
);

type Form = UseFormReturn<DesignValues>;

type SenderFieldsProps = {
  form: Form;
  senderAddress: string;
  /** The name of the sender while the organization has set none. */
  defaultName: string;
  supportEmail: string | null;
  replyToAddresses: string[];
};

const SenderFields = ({ form, senderAddress, defaultName, ...replies }: SenderFieldsProps) => {
  const { errors } = form.formState;
  return (
    <FormSection title="Sender" hint="For all e-mails that are sent in the name of your organization.">
      <div className="flex flex-col gap-5">
        <Field
          label="Sender name"
          optional
          error={errors.sender_name?.message}
          hint={`The address ${senderAddress} stays the same, because mail servers check who may send from it (SPF and DKIM).`}
        >
          {(ids) => (
            <Input
              {...ids}
              {...form.register("sender_name")}
              maxLength={MAX_SENDER_NAME_LENGTH}
              placeholder={defaultName}
            />
          )}
        </Field>
        <Field
          label="Reply-to address"
          error={errors.reply_to?.message}
          hint="A confirmed address of yours, or the primary address of a member. It is used as long as they are a member."
        >
          {(ids) => (
            <Select {...ids} {...form.register("reply_to")}>
              <option value="">
                {replies.supportEmail
                  ? `Support e-mail (${replies.supportEmail})`
                  : `None (${senderAddress})`}
              </option>
              {replies.replyToAddresses.map((address) => (
                <option key={address} value={address}>
                  {address}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
    </FormSection>
  );
};

type ShownMail = { kind: MailKind; locale: Locale };

/** Finds a text that has an error and is not shown. Null when a shown text has an error, or no text has one. */
function findErrorPlace({ texts }: FieldErrors<DesignValues>, shown: ShownMail): ShownMail | null {
  const hasError = ({ locale, kind }: ShownMail) => isDesignedMail(kind) && texts?.[locale]?.[kind];
  if (hasError(shown)) return null;
  for (const locale of LOCALES)
    for (const kind of DESIGNED_MAILS) if (hasError({ locale, kind })) return { locale, kind };
  return null;
}

/** The mail and the language that are shown. When saving fails because of another text, that text is shown. */
function useShownMail(form: Form, first: ShownMail) {
  const [shown, setShown] = useState(first);
  const { errors, submitCount } = form.formState;
  const [seenCount, setSeenCount] = useState(0);
  if (submitCount !== seenCount) {
    setSeenCount(submitCount);
    const place = findErrorPlace(errors, shown);
    if (place) setShown(place);
  }
  return [shown, setShown] as const;
}

type MailDesignerProps = {
  organizationId: string;
  design: MailDesign;
  first: ShownMail;
  supportEmail: string | null;
  defaultName: string;
  replyToAddresses: string[];
  ownAddress: string | null;
  isTestMode: boolean;
};

/** Saves the changed fields, and returns the form with the saved design. */
function useDesignForm(organizationId: string, design: MailDesign) {
  const router = useRouter();
  const [saved, setSaved] = useState(() => designFormValues(design));
  const form = useForm<DesignValues>({
    mode: "onBlur",
    defaultValues: saved,
    resolver: useRequestResolver(designInput, (values) => designBody(values, saved)),
  });
  const send = async (values: DesignValues) => {
    const path = organizationPath(organizationId, "mail_design");
    const next = designFormValues(await apiWrite<MailDesign>("PUT", path, designBody(values, saved)));
    setSaved(next);
    form.reset(next);
    toast.success("Saved.");
    router.refresh();
  };
  return { form, send, saved };
}

/** The form of the sender and the words of mails, with a preview that the server renders. */
export function MailDesigner(props: MailDesignerProps) {
  const { organizationId, design, ownAddress, isTestMode } = props;
  const { form, send, saved } = useDesignForm(organizationId, design);
  const values = { ...saved, ...useWatch({ control: form.control }) } as DesignValues;
  const [{ kind, locale }, setShown] = useShownMail(form, props.first);
  const texts = isDesignedMail(kind) ? { [locale]: { [kind]: values.texts[locale][kind] } } : undefined;
  const drawn = { sender_name: values.sender_name, reply_to: values.reply_to, texts };
  const request = { design: drawn, kind, locale };
  const preview = useMailPreview(organizationId, request);
  return (
    <div className="grid items-start gap-10 xl:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
      <UnsavedChanges when={form.formState.isDirty && !form.formState.isSubmitting} />
      <DynamicForm form={form} send={send} action="Save e-mails">
        <div className="flex flex-col gap-5">
          <MailFields
            kind={kind}
            locale={locale}
            onKind={(next) => setShown({ kind: next, locale })}
            onLocale={(next) => setShown({ kind, locale: next })}
            isChanged={(one) => isDesignedMail(kind) && hasOwnTexts(values.texts[one][kind])}
          />
          {isDesignedMail(kind) ? (
            <TextFields form={form} kind={kind} locale={locale} builtIn={preview.data?.built_in} />
          ) : (
            <p className="text-sm text-ink-soft">
              The text of this e-mail is the same for all organizations.
            </p>
          )}
        </div>
        <SenderFields form={form} senderAddress={design.sender_address} {...props} />
      </DynamicForm>
      <DesignPreview
        preview={preview}
        locale={locale}
        test={
          isDesignedMail(kind) ? { organizationId, mail: request, address: ownAddress, isTestMode } : null
        }
      />
    </div>
  );
}
