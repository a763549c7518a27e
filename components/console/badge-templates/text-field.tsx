"use client";

import { get, useFormContext } from "react-hook-form";
import { Field, Input } from "@/components/ui/form/field";
import type { TemplateValues, TextField } from "./template-values";

type TemplateTextFieldProps = {
  name: Exclude<TextField, "level">;
  label: string;
  hint?: string;
  /** The field is a URL. */
  isAddress?: boolean;
  className?: string;
};

/** An optional one-line field of the template. */
export function TemplateTextField({
  name,
  label,
  hint,
  isAddress = false,
  className,
}: TemplateTextFieldProps) {
  const { register, formState } = useFormContext<TemplateValues>();
  const error = get(formState.errors, name) as { message?: string } | undefined;
  return (
    <Field label={label} optional hint={hint} error={error?.message} {...(className ? { className } : {})}>
      {(ids) => (
        <Input
          {...ids}
          {...register(name)}
          maxLength={isAddress ? 2000 : 255}
          {...(isAddress ? { type: "url", placeholder: "https://" } : {})}
        />
      )}
    </Field>
  );
}
