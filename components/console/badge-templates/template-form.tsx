"use client";

import { useRouter } from "next/navigation";
import type { BaseSyntheticEvent } from "react";
import { FormProvider, useForm, useFormState, useWatch, type Control, useFormContext } from "react-hook-form";
import { toast } from "@/components/ui/overlay/toast";
import { useRequestResolver } from "@/components/ui/form/request-resolver";
import { useFormSubmit } from "@/components/ui/form/use-form-submit";
import { onDemand } from "@/components/on-demand";
import { Button } from "@/components/ui/button";
import { FormBody } from "@/components/ui/form/form-body";
import { Notice } from "@/components/ui/notice";
import { UnsavedChanges } from "@/components/ui/form/unsaved-changes";
import type { BadgeTemplate } from "@/lib/badges/templates/schema";
import { DesignPreviewProvider, useDesignPreview } from "./design-preview";
import { saveTemplate } from "./hooks";
import type { RelatedChoices } from "./related-choices";
import { TemplateFields } from "./template-fields";
import {
  emptyTemplateValues,
  templateBody,
  templateValues,
  type TemplateValues,
  expirationText,
} from "./template-values";
import { fieldAnchor, missingFields, type RequiredField } from "./missing-fields";
import { Check } from "lucide-react";
import { Tag } from "@/components/ui/tag";
import { BadgeArt, BadgeArtPlaceholder } from "@/components/public/badge/badge-art";

type TemplatePreviewProps = {
  values: TemplateValues;
  art: string | null;
  issuer: string;
  /** The badges that a template can require. The preview shows their names. */
  templates: RelatedChoices["templates"];
};

const host = (address: string): string => (URL.canParse(address) ? new URL(address).host : "") || address;

const DETAILS = [
  { name: "level", label: "Level" },
  { name: "type_category", label: "Badge type" },
  { name: "time_to_earn", label: "Time to earn" },
  { name: "cost", label: "Cost" },
] as const;

function EarningCriteria({ values, templates }: Pick<TemplatePreviewProps, "values" | "templates">) {
  const titles = values.badge_template_activities.map(
    ({ activity_type, title, required_badge_template_id: id }) =>
      activity_type === "Badge" ? (templates.find((one) => one.id === id)?.name ?? "") : title,
  );
  const given = titles.filter((title) => title.trim() !== "");
  if (given.length === 0) return null;
  return (
    <div className="w-full">
      <p className="mb-1.5 text-2xs text-ink-faint">Earning criteria</p>
      <ul className="flex flex-col gap-1 text-sm">
        {given.map((title, index) => (
          <li key={`${index} ${title}`} className="flex gap-2">
            <Check className="mt-1 size-3.5 shrink-0 text-accent" aria-hidden="true" />
            {title}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A live preview of the badge's page. */
function TemplatePreview({ values, art, issuer, templates }: TemplatePreviewProps) {
  const name = values.name.trim() || "Untitled badge";
  return (
    <section aria-label="Preview" className="rounded-2xl border border-line bg-canvas">
      <p className="border-b border-line px-5 py-2.5 text-2xs text-ink-faint">Preview of the badge page</p>
      <div className="flex flex-col items-start gap-5 px-5 py-7 sm:px-7">
        {art ? (
          <BadgeArt src={art} name="" size={176} className="size-44 self-center" />
        ) : (
          <BadgeArtPlaceholder className="size-44 self-center" />
        )}
        <div>
          <p className={`font-heading text-2xl leading-tight ${values.name.trim() ? "" : "text-ink-faint"}`}>
            {name}
          </p>
          <p className="mt-1 text-sm text-ink-soft">Issued by {issuer}</p>
        </div>
        <p
          className={`text-sm whitespace-pre-line ${values.description ? "text-ink-soft" : "text-ink-faint"}`}
        >
          {values.description || "The description appears here."}
        </p>
        {values.skills.length > 0 ? (
          <ul aria-label="Skills" className="flex flex-wrap gap-1.5">
            {values.skills.map((skill) => (
              <li key={skill}>
                <Tag>{skill}</Tag>
              </li>
            ))}
          </ul>
        ) : null}
        <EarningCriteria values={values} templates={templates} />
        <dl className="w-full divide-y divide-line border-y border-line text-sm">
          {DETAILS.filter(({ name }) => values.enable_detail_attribute_visibility && values[name] !== "").map(
            ({ name, label }) => (
              <div key={name} className="flex justify-between gap-4 py-2">
                <dt className="text-ink-faint">{label}</dt>
                <dd className="text-end">{values[name]}</dd>
              </div>
            ),
          )}
          <div className="flex justify-between gap-4 py-2">
            <dt className="text-ink-faint">Expiration</dt>
            <dd className="text-end">{expirationText(values)}</dd>
          </div>
          {values.criteria_url ? (
            <div className="flex justify-between gap-4 py-2">
              <dt className="text-ink-faint">Criteria</dt>
              <dd className="text-end">{values.criteria_url_name || host(values.criteria_url)}</dd>
            </div>
          ) : null}
        </dl>
      </div>
    </section>
  );
}

/** Moves the keyboard focus to a field. */
const focusField = (name: RequiredField): void =>
  document.querySelector<HTMLElement>(`#${fieldAnchor(name)} :is(input, textarea)`)?.focus();

/** Lists the fields that a draft needs before it can be issued, as links to them. Empty when none is missing. */
function MissingList() {
  const { control } = useFormContext<TemplateValues>();
  const missing = missingFields(useWatch({ control }) as TemplateValues);
  if (missing.length === 0) return null;
  return (
    <Notice tone="neutral" title="Complete these fields before issuing">
      <ul aria-label="Missing fields" className="flex flex-wrap gap-x-4 gap-y-1">
        {missing.map(({ name, label }) => (
          <li key={name}>
            <a
              href={`#${fieldAnchor(name)}`}
              onClick={(event) => {
                event.preventDefault();
                focusField(name);
              }}
              className="inline-flex min-h-6 items-center text-accent underline underline-offset-4"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

const badgeTemplateChange = onDemand(
  async () => (await import("@/lib/badges/templates/schema")).BadgeTemplateChange,
);
const badgeTemplateInput = onDemand(
  async () => (await import("@/lib/badges/templates/schema")).BadgeTemplateInput,
);

type TemplateFormProps = {
  organizationId: string;
  issuer: string;
  /** The organization's colour. */
  brand: string;
  home: string;
  /** The template to edit. Null for a new one. */
  template: BadgeTemplate | null;
  choices: RelatedChoices;
};

type LivePreviewProps = {
  control: Control<TemplateValues>;
  art: string | null;
  issuer: string;
  templates: RelatedChoices["templates"];
};

// A separate component, so that typing renders only the preview and not the whole form.
function LivePreview({ control, art, issuer, templates }: LivePreviewProps) {
  const values = useWatch({ control }) as TemplateValues;
  const drawn = useDesignPreview().image;
  const images = { design: drawn ?? art, upload: values.image || null, kept: art };
  return <TemplatePreview values={values} art={images[values.art]} issuer={issuer} templates={templates} />;
}

type TargetState = BadgeTemplate["state"] | undefined;

function useTemplateForm({ organizationId, home, template, brand }: TemplateFormProps) {
  const router = useRouter();
  const form = useForm<TemplateValues>({
    defaultValues: template ? templateValues(template, brand) : emptyTemplateValues(brand),
    resolver: useRequestResolver(template ? badgeTemplateChange : badgeTemplateInput, templateBody),
  });
  const submit = useFormSubmit(form);
  const save = (state: TargetState) =>
    submit(async (values) => {
      const body = { ...templateBody(values), ...(state ? { state } : {}) };
      const saved = await saveTemplate(organizationId, template?.id ?? null, body);
      toast.success(
        saved.state === "active" && template?.state !== "active"
          ? `${saved.name} is active. You can issue it now.`
          : "Saved.",
      );
      form.reset(templateValues(saved, brand));
      if (template === null)
        router.push(`${home}/badge_templates/${saved.id}${saved.state === "draft" ? "/edit" : ""}`);
      router.refresh();
    });
  return { form, save, isPending: form.formState.isSubmitting };
}

type SaveButton = { label: string; state: TargetState };

/** The save buttons for each state of the template. */
const SAVE_BUTTONS: Record<BadgeTemplate["state"], [SaveButton, ...SaveButton[]]> = {
  draft: [
    { label: "Save and activate", state: "active" },
    { label: "Save draft", state: "draft" },
  ],
  active: [{ label: "Save changes", state: undefined }],
  archived: [{ label: "Save changes", state: undefined }],
};

type SaveBarProps = { of: BadgeTemplate["state"]; busy: boolean; save: (state: TargetState) => () => void };

/** The save buttons, always visible because the form is long. */
function SaveBar({ of, busy, save }: SaveBarProps) {
  const [main, ...others] = SAVE_BUTTONS[of];
  return (
    <div className="save-bar sticky bottom-0 z-10 flex flex-wrap justify-end gap-2 border-t border-line bg-canvas py-4">
      {others.map(({ label, state }) => (
        <Button key={label} variant="secondary" busy={busy} onClick={save(state)}>
          {label}
        </Button>
      ))}
      <Button type="submit" busy={busy}>
        {main.label}
      </Button>
    </div>
  );
}

function FormHead({ state }: { state: BadgeTemplate["state"] }) {
  const { errors } = useFormState<TemplateValues>();
  return (
    <>
      {errors.root?.message ? (
        <Notice tone="negative" announce>
          {errors.root.message}
        </Notice>
      ) : null}
      {state === "draft" ? <MissingList /> : null}
    </>
  );
}

/** Creates or edits a badge template, with a preview of its page beside the form. */
export function TemplateForm(props: TemplateFormProps) {
  const { template, issuer, brand, choices, organizationId } = props;
  const { form, save, isPending } = useTemplateForm(props);
  const state = template?.state ?? "draft";
  const art = template?.image_url ?? null;
  const submit = (to: TargetState) => (event?: BaseSyntheticEvent) => void save(to)(event);
  const canKeepArt = template !== null && template.design === null;
  return (
    <FormProvider {...form}>
      <UnsavedChanges when={form.formState.isDirty && !isPending} />
      <DesignPreviewProvider organizationId={organizationId}>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-10 xl:grid-cols-[minmax(0,1fr)_21rem]">
          <form noValidate onSubmit={submit(SAVE_BUTTONS[state][0].state)}>
            <FormBody className="flex max-w-2xl flex-col gap-8">
              <FormHead state={state} />
              <TemplateFields art={art} canKeepArt={canKeepArt} brand={brand} choices={choices} />
              <SaveBar of={state} busy={isPending} save={submit} />
            </FormBody>
          </form>
          <div className="xl:sticky xl:top-10 xl:self-start">
            <LivePreview control={form.control} art={art} issuer={issuer} templates={choices.templates} />
          </div>
        </div>
      </DesignPreviewProvider>
    </FormProvider>
  );
}
