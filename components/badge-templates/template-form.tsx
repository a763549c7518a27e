"use client";

import { useRouter } from "next/navigation";
import type { BaseSyntheticEvent } from "react";
import { FormProvider, useForm, useWatch, type Control } from "react-hook-form";
import { toast } from "sonner";
import { showFailure, wireResolver } from "@/components/form";
import { Button } from "@/components/ui/button";
import { FormBody } from "@/components/ui/form-body";
import { Notice } from "@/components/ui/notice";
import { BadgeTemplateChange, BadgeTemplateInput, type BadgeTemplate } from "@/lib/badge-templates/schema";
import { useSaveTemplate } from "./hooks";
import { TemplateFields } from "./template-fields";
import { TemplatePreview } from "./template-preview";
import { EMPTY_TEMPLATE, templateBody, templateValues, type TemplateValues } from "./template-values";

type TemplateFormProps = {
  organizationId: string;
  issuer: string;
  home: string;
  /** The template to edit; null makes a new one. */
  template: BadgeTemplate | null;
};

type Preview = { control: Control<TemplateValues>; art: string | null; issuer: string };

// A component of its own, so that typing renders the preview and not the whole form.
function LivePreview({ control, art, issuer }: Preview) {
  const values = useWatch({ control }) as TemplateValues;
  return <TemplatePreview values={values} art={art} issuer={issuer} />;
}

type State = BadgeTemplate["state"] | undefined;

function useTemplateForm({ organizationId, home, template }: TemplateFormProps) {
  const router = useRouter();
  const form = useForm<TemplateValues>({
    defaultValues: template ? templateValues(template) : EMPTY_TEMPLATE,
    resolver: wireResolver(template ? BadgeTemplateChange : BadgeTemplateInput, templateBody),
  });
  const { mutateAsync, isPending } = useSaveTemplate(organizationId, template?.id ?? null);
  const save = (state: State) =>
    form.handleSubmit(async (values) => {
      try {
        const saved = await mutateAsync({ ...templateBody(values), ...(state ? { state } : {}) });
        toast.success(
          saved.state === "active" && template?.state !== "active"
            ? `${saved.name} can be issued now.`
            : "Saved.",
        );
        form.reset(templateValues(saved));
        if (template === null) router.push(`${home}/badge_templates/${saved.id}`);
        router.refresh();
      } catch (failure) {
        showFailure(form, failure);
      }
    });
  return { form, save, isPending };
}

/** Which buttons save, by the state the template is in. */
const SAVES: Record<BadgeTemplate["state"], { label: string; state: State }[]> = {
  draft: [
    { label: "Save and activate", state: "active" },
    { label: "Save draft", state: "draft" },
  ],
  active: [{ label: "Save changes", state: undefined }],
  archived: [{ label: "Save changes", state: undefined }],
};

/** Makes or edits a badge template, with its page beside the form as it will look. */
export function TemplateForm(props: TemplateFormProps) {
  const { template, issuer } = props;
  const art = template?.image_url ?? null;
  const { form, save, isPending } = useTemplateForm(props);
  const rootError = form.formState.errors.root?.message;
  const [main, ...others] = SAVES[template?.state ?? "draft"];
  const submit = (state: State) => (event?: BaseSyntheticEvent) => void save(state)(event);
  return (
    <FormProvider {...form}>
      <div className="grid gap-10 xl:grid-cols-[minmax(0,1fr)_21rem]">
        <form noValidate onSubmit={submit(main?.state)}>
          <FormBody className="flex max-w-2xl flex-col gap-8">
            {rootError ? (
              <Notice tone="negative" announce>
                {rootError}
              </Notice>
            ) : null}
            <TemplateFields art={art} />
            <div className="flex flex-wrap gap-2 border-t border-line pt-6">
              <Button type="submit" busy={isPending}>
                {main?.label}
              </Button>
              {others.map(({ label, state }) => (
                <Button key={label} variant="secondary" busy={isPending} onClick={submit(state)}>
                  {label}
                </Button>
              ))}
            </div>
          </FormBody>
        </form>
        <div className="xl:sticky xl:top-10 xl:self-start">
          <LivePreview control={form.control} art={art} issuer={issuer} />
        </div>
      </div>
    </FormProvider>
  );
}
