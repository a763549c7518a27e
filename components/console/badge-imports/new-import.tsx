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
import { FormBody } from "@/components/ui/form/form-body";
import { useRequest } from "@/components/ui/form/use-request";
import {
  EncodingChoice,
  listEncodingOptions,
  type EncodingOption,
} from "@/components/console/files/encoding-choice";
import { readAsBase64 } from "@/components/console/files/read-as-base64";
import type { Encoding } from "@/lib/platform/files/choices";
import { FileField } from "./file-field";
import { createImport } from "./hooks";

type NewImportProps = FirstTemplates & {
  organizationId: string;
  home: string;
  chosen: TemplateChoice | null;
};

/** The badge of each row: the same for all, or the one that a column of the file names. */
type BadgeChoice = { template: TemplateChoice | null; isFromColumn: boolean };

type FormErrors = { template?: string | undefined; file?: string | undefined };

/** A file with the encodings that it may have, if the server asked, and the chosen one. */
type ChosenFile = { file: File; encodings: EncodingOption[]; encoding?: Encoding };

const TEMPLATE_ERRORS: Record<string, string> = {
  no_template_column: "The file has no column “Badge template”. Add one, or choose a badge.",
  no_template: "There is no badge that you can issue. Create a badge template first.",
};

const toFormErrors = (failure: unknown): FormErrors => {
  const message = failure instanceof Error ? failure.message : "Something went wrong. Try again.";
  if (!(failure instanceof ApiFailure)) return { file: message };
  const [first] = failure.errors;
  if (first?.field === "badge_template_id") return { template: TEMPLATE_ERRORS[first.code] ?? first.message };
  return { file: first?.field === "file" ? `The file ${first.message}.` : message };
};

/** Returns what is missing before the file can be sent; null when nothing is. */
function findMissing(hasBadge: boolean, chosen: ChosenFile | null): FormErrors | null {
  const isUnclear = chosen !== null && chosen.encodings.length > 0 && !chosen.encoding;
  if (hasBadge && chosen && !isUnclear) return null;
  return {
    ...(hasBadge ? {} : { template: "Choose a badge." }),
    ...(chosen ? {} : { file: "Choose a file." }),
    ...(isUnclear ? { file: "Choose the names that are spelled correctly." } : {}),
  };
}

/** The state of the form and its submission. */
function useNewImport({ organizationId, home, chosen }: NewImportProps) {
  const router = useRouter();
  const [{ template, isFromColumn }, setBadge] = useState<BadgeChoice>({
    template: chosen,
    isFromColumn: false,
  });
  const [chosenFile, setChosenFile] = useState<ChosenFile | null>(null);
  const [errors, setErrors] = useState<FormErrors>({});
  const { request, isSending } = useRequest();
  const send = async () => {
    const missing = findMissing(template !== null || isFromColumn, chosenFile);
    if (missing || !chosenFile) {
      setErrors(missing ?? {});
      return;
    }
    const { file, encoding } = chosenFile;
    try {
      const body = {
        ...(template ? { badge_template_id: template.id } : {}),
        ...(encoding ? { encoding } : {}),
        file_name: file.name,
        file: await readAsBase64(file),
      };
      const { id } = await request(() => createImport(organizationId, body));
      router.push(`${home}/issue/file/${id}`);
    } catch (failure) {
      const options = listEncodingOptions(failure);
      if (options.length > 0) setChosenFile({ file, encodings: options });
      else setErrors(toFormErrors(failure));
    }
  };
  return { template, isFromColumn, setBadge, chosenFile, setChosenFile, errors, setErrors, send, isSending };
}

/** A link to a sample file for the selected badge. */
function SampleFile({ organizationId, template, isFromColumn }: BadgeChoice & { organizationId: string }) {
  if (isFromColumn)
    return (
      <p className="text-sm text-ink-faint">
        Each row needs the name or ID of an active badge template in the column “Badge template”.
      </p>
    );
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
  const { template, isFromColumn, setBadge, chosenFile, setChosenFile, errors, setErrors, send, isSending } =
    useNewImport(props);
  const choose = (choice: BadgeChoice) => {
    setBadge(choice);
    setErrors({ ...errors, template: undefined });
  };
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
          onChoose={(choice) => choose({ template: choice, isFromColumn: false })}
          other={{
            label: "From a column of the file",
            hint: "Each row names its badge",
            isChosen: isFromColumn,
            onChoose: () => choose({ template: null, isFromColumn: true }),
          }}
          error={errors.template}
        />
        <FileField
          file={chosenFile?.file ?? null}
          onChoose={(file) => {
            setChosenFile({ file, encodings: [] });
            setErrors({ ...errors, file: undefined });
          }}
          error={errors.file}
        />
        {chosenFile && chosenFile.encodings.length > 0 ? (
          <EncodingChoice
            options={chosenFile.encodings}
            chosen={chosenFile.encoding}
            onChoose={(encoding) => {
              setChosenFile({ ...chosenFile, encoding });
              setErrors({ ...errors, file: undefined });
            }}
          />
        ) : null}
        <SampleFile organizationId={organizationId} template={template} isFromColumn={isFromColumn} />
        <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
          <p className="text-sm text-ink-faint">No badges are issued until you confirm.</p>
          <Button type="submit" busy={isSending}>
            {isSending ? "Checking…" : "Check file"}
          </Button>
        </div>
      </FormBody>
    </form>
  );
}
