"use client";

import { Controller, useFieldArray, useWatch } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { FormSection } from "@/components/ui/form/choice";
import { Field, Input } from "@/components/ui/form/field";
import { ImageChoice } from "@/components/ui/form/image-choice";
import { MAX_SIGNATURES } from "@/lib/art/certificate-designs/choices";
import type { DesignFormState } from "./design-values";
import { PaperPicture } from "./paper-picture";

/** Longer side in pixels of an uploaded signature. */
const IMAGE_SIDE = 500;

type SignatureProps = { form: DesignFormState; index: number; onRemove: () => void };

function SignatureField({ form, index, onRemove }: SignatureProps) {
  const errors = form.formState.errors.signatures?.[index];
  const number = index + 1;
  const kept = useWatch({ control: form.control, name: `signatures.${index}.kept` });
  return (
    <div role="group" aria-label={`Signature ${number}`} className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Name" error={errors?.name?.message}>
          {(ids) => <Input {...ids} {...form.register(`signatures.${index}.name`)} maxLength={80} />}
        </Field>
        <Field label="Title" optional error={errors?.title?.message}>
          {(ids) => <Input {...ids} {...form.register(`signatures.${index}.title`)} maxLength={80} />}
        </Field>
      </div>
      <Controller
        control={form.control}
        name={`signatures.${index}.image`}
        render={({ field, fieldState }) => (
          <ImageChoice
            label={`Image of signature ${number}`}
            picture={<PaperPicture src={field.value || (kept?.url ?? null)} />}
            choose="Choose a file"
            maxSide={IMAGE_SIDE}
            acceptsSvg
            onChoose={field.onChange}
            error={fieldState.error?.message}
            beside={
              <Button variant="quiet" size="small" onClick={onRemove}>
                Remove signature
              </Button>
            }
          />
        )}
      />
    </div>
  );
}

/** The fields of up to two signatures. */
export function SignatureFields({ form }: { form: DesignFormState }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: "signatures" });
  return (
    <FormSection
      title="Signatures"
      hint="Up to two people who sign. Use an image on white or without a background."
    >
      <div className="flex flex-col gap-6">
        {fields.map(({ id }, index) => (
          <SignatureField key={id} form={form} index={index} onRemove={() => remove(index)} />
        ))}
        {fields.length < MAX_SIGNATURES ? (
          <div>
            <Button
              variant="secondary"
              size="small"
              onClick={() => append({ name: "", title: "", image: "", kept: null })}
            >
              Add signature
            </Button>
          </div>
        ) : null}
      </div>
    </FormSection>
  );
}
