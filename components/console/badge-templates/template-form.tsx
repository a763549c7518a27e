"use client";

import { useRouter } from "next/navigation";
import type { BaseSyntheticEvent } from "react";
import { FormProvider, useForm, useFormState, useWatch, type Control } from "react-hook-form";
import { toast } from "@/components/ui/toast";
import { showFailure, useRequestResolver } from "@/components/ui/request-resolver";
import { onDemand } from "@/components/on-demand";
import { Button } from "@/components/ui/button";
import { FormBody } from "@/components/ui/form-body";
import { Notice } from "@/components/ui/notice";
import { UnsavedChanges } from "@/components/ui/unsaved-changes";
import type { BadgeTemplate } from "@/lib/badges/templates/schema";
import { DesignPreviewProvider, useDesignPreview } from "./design-preview";
import { useSaveTemplate } from "./hooks";
import { MissingList } from "./missing-list";
import type { RelatedChoices } from "./related-choices";
import { TemplateFields } from "./template-fields";
import { TemplatePreview } from "./template-preview";
import { emptyTemplateValues, templateBody, templateValues, type TemplateValues } from "./template-values";

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
  const { mutateAsync } = useSaveTemplate(organizationId, template?.id ?? null);
  const save = (state: TargetState) =>
    form.handleSubmit(async (values) => {
      try {
        const saved = await mutateAsync({ ...templateBody(values), ...(state ? { state } : {}) });
        toast.success(
          saved.state === "active" && template?.state !== "active"
            ? `${saved.name} is active. You can issue it now.`
            : "Saved.",
        );
        form.reset(templateValues(saved, brand));
        if (template === null)
          router.push(`${home}/badge_templates/${saved.id}${saved.state === "draft" ? "/edit" : ""}`);
        router.refresh();
      } catch (failure) {
        showFailure(form, failure);
      }
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
