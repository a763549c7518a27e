"use client";

import { useTranslations } from "next-intl";
import type { ComponentProps, ReactNode } from "react";
import { Field, Input, Textarea } from "@/components/ui/field";
import type { FieldMessages } from "./use-write";

type TextFieldProps = Omit<ComponentProps<"input">, "name"> & {
  /** The API's name of the field. */
  name: string;
  label: string;
  hint?: ReactNode;
  problems: FieldMessages;
  isOptional?: boolean;
  /** Several lines. */
  isLong?: boolean;
};

/** A field of a form with its error message. */
export function TextField(props: TextFieldProps) {
  const { name, label, hint, problems, isOptional = false, isLong = false, className, ...rest } = props;
  const t = useTranslations("wallet.common");
  const optional = <span className="font-normal text-ink-faint"> ({t("optional")})</span>;
  return (
    <Field
      label={
        <>
          {label}
          {isOptional ? optional : null}
        </>
      }
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
