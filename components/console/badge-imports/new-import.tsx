"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { ApiFailure, organizationPath } from "@/components/api";
import {
  TemplatePicker,
  type FirstTemplates,
  type TemplateChoice,
} from "@/components/console/badge-templates/template-picker";
import { Button } from "@/components/ui/button";
import { FormBody } from "@/components/ui/form-body";
import { FileField } from "./file-field";
import { useCreateImport } from "./hooks";
import { readAsBase64 } from "./read-file";

type NewImportProps = FirstTemplates & {
  organizationId: string;
  home: string;
  chosen: TemplateChoice | null;
};

type FormErrors = { template?: string | undefined; file?: string | undefined };

const toFormErrors = (failure: unknown): FormErrors => {
  const message = failure instanceof Error ? failure.message : "Something went wrong. Try again.";
  if (!(failure instanceof ApiFailure)) return { file: message };
  const [first] = failure.errors;
  if (first?.field === "badge_template_id") return { template: first.message };
  return { file: first?.field === "file" ? `The file ${first.message}.` : message };
};

/** The state of the form and its submission. */
function useNewImport({ organizationId, home, chosen }: NewImportProps) {
  const router = useRouter();
  const [template, setTemplate] = useState(chosen);
  const [file, setFile] = useState<File | null>(null);
  const [errors, setErrors] = useState<FormErrors>({});
  const { mutateAsync, isPending } = useCreateImport(organizationId);
  const send = async () => {
    if (!template || !file) {
      setErrors({
        ...(template ? {} : { template: "Choose a badge." }),
        ...(file ? {} : { file: "Choose a file." }),
      });
      return;
    }
    try {
      const body = { badge_template_id: template.id, file_name: file.name, file: await readAsBase64(file) };
      const { id } = await mutateAsync(body);
      router.push(`${home}/issue/file/${id}`);
    } catch (failure) {
      setErrors(toFormErrors(failure));
    }
  };
  return { template, setTemplate, file, setFile, errors, setErrors, send, isPending };
}

/** A link to a sample file for the selected badge. */
function SampleFile({
  organizationId,
  template,
}: {
  organizationId: string;
  template: TemplateChoice | null;
}) {
  if (!template) return <p className="text-sm text-ink-faint">Choose a badge to download a sample file.</p>;
  return (
    <a
      href={organizationPath(organizationId, `badge_templates/${template.id}/import_sample`)}
      download
      className="inline-flex min-h-8 items-center self-start text-sm font-medium text-accent underline underline-offset-4"
    >
      Download a sample file
    </a>
  );
}

/** Uploads a file of recipients for a badge to be checked. */
export function NewImport(props: NewImportProps) {
  const { organizationId, first, more } = props;
  const { template, setTemplate, file, setFile, errors, setErrors, send, isPending } = useNewImport(props);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <FormBody className="flex max-w-2xl flex-col gap-7">
        <TemplatePicker
          organizationId={organizationId}
          among="issuable_badge_templates"
          first={first}
          more={more}
          chosen={template}
          onChoose={(choice) => {
            setTemplate(choice);
            setErrors({ ...errors, template: undefined });
          }}
          error={errors.template}
        />
        <FileField
          file={file}
          onChoose={(choice) => {
            setFile(choice);
            setErrors({ ...errors, file: undefined });
          }}
          error={errors.file}
        />
        <div className="flex flex-col gap-1">
          <SampleFile organizationId={organizationId} template={template} />
          <p className="text-sm text-ink-faint">
            To issue several badges, add a column “Badge template” with their names or IDs. Rows without one
            get the badge that you chose.
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" busy={isPending}>
            {isPending ? "Checking…" : "Check file"}
          </Button>
          <p className="text-sm text-ink-faint">No badges are issued until you confirm.</p>
        </div>
      </FormBody>
    </form>
  );
}
