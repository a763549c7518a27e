"use client";

import type { ComponentProps, ReactNode } from "react";
import { Field, Input, Textarea } from "./field";
import { useFormTexts } from "./form-texts";

type TextFieldProps = Omit<ComponentProps<"input">, "name"> & {
  /** The API's name of the field. */
  name: string;
  label: string;
  hint?: ReactNode;
  problems: Record<string, string>;
  isOptional?: boolean;
  /** Several lines. */
  isLong?: boolean;
};

/** A field of a form with its error message. */
export function TextField(props: TextFieldProps) {
  const { name, label, hint, problems, isOptional = false, isLong = false, className, ...rest } = props;
  const texts = useFormTexts();
  return (
    <Field
      label={label}
      optional={isOptional && texts.optional}
      hint={hint}
      error={problems[name]}
      className={className ?? ""}
    >
      {(control) =>
        isLong ? (
          <Textarea {...control} name={name} defaultValue={rest.defaultValue} maxLength={rest.maxLength} />
        ) : (
          <Input {...control} {...rest} name={name} />
        )
      }
    </Field>
  );
}
