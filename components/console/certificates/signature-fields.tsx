"use client";

import { Controller, useFieldArray, useWatch, type UseFormReturn } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { FormSection } from "@/components/ui/choice";
import { Field, Input } from "@/components/ui/field";
import { ImageChoice } from "@/components/ui/image-choice";
import { MAX_SIGNATURES } from "@/lib/art/certificate-designs/choices";
import type { DesignValues } from "./design-values";

type Form = UseFormReturn<DesignValues>;

/** Longer side in pixels of an uploaded signature. */
const IMAGE_SIDE = 500;

// A signature is ink on white paper, in dark mode too.
const SignaturePicture = ({ src }: { src: string | null }) => (
  <span className="flex h-14 w-36 items-center justify-center rounded-lg border border-line bg-white p-1">
    {src ? (
      // oxlint-disable-next-line next/no-img-element -- next/image would fetch our own images from ourselves
      <img src={src} alt="" className="max-h-full max-w-full" />
    ) : (
      <span className="text-2xs text-neutral-600">No image</span>
    )}
  </span>
);

type SignatureProps = { form: Form; index: number; onRemove: () => void };

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
            picture={<SignaturePicture src={field.value || (kept?.url ?? null)} />}
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
export function SignatureFields({ form }: { form: Form }) {
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
