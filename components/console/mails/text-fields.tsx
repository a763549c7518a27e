"use client";

import { useRef, type FocusEvent } from "react";
import type { UseFormReturn } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { Field, Input, Textarea } from "@/components/ui/form/field";
import {
  MAIL_TEXTS,
  MAX_TEXT_LENGTHS,
  PLACEHOLDERS,
  writePlaceholder,
  type DesignedMail,
  type MailText,
  type Placeholder,
} from "@/lib/delivery/mail-designs/choices";
import type { MailPreview } from "@/lib/delivery/mail/schema";
import type { Locale } from "@/lib/kernel/locales";
import type { DesignValues } from "./design-values";

const TEXT_LABELS: Record<MailText, string> = {
  subject: "Subject",
  heading: "Heading",
  opening: "Opening words",
};

const PLACEHOLDER_HINTS: Record<Placeholder, string> = {
  recipient_name: "The recipient’s full name",
  recipient_first_name: "The recipient’s first name",
  badge_name: "The name of the badge",
  issuer_name: "The name of the issuer",
  expires_on: "The day on which the badge expires",
};

type TextElement = HTMLInputElement | HTMLTextAreaElement;

type InsertButtonsProps = { kind: DesignedMail; onInsert: (text: string) => void };

const InsertButtons = ({ kind, onInsert }: InsertButtonsProps) => (
  <div role="group" aria-label="Insert placeholder" className="flex flex-col gap-2">
    <p className="text-[0.8125rem] text-ink-faint">
      Insert a placeholder. Each recipient sees their own name and badge instead.
    </p>
    <div className="flex flex-wrap gap-1.5">
      {PLACEHOLDERS[kind].map((name) => (
        <Button
          key={name}
          variant="secondary"
          size="small"
          title={PLACEHOLDER_HINTS[name]}
          onClick={() => onInsert(writePlaceholder(name))}
          className="font-mono"
        >
          {writePlaceholder(name)}
        </Button>
      ))}
    </div>
  </div>
);

type TextFieldsProps = {
  form: UseFormReturn<DesignValues>;
  kind: DesignedMail;
  locale: Locale;
  builtIn: MailPreview["built_in"] | undefined;
};

/** The texts of one mail in one language. What is left blank shows the built-in text. */
export function TextFields({ form, kind, locale, builtIn }: TextFieldsProps) {
  const lastFocused = useRef<TextElement>(null);
  const errors = form.formState.errors.texts?.[locale]?.[kind];
  const remember = ({ target }: FocusEvent) => {
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)
      lastFocused.current = target;
  };
  const insert = (text: string) => {
    const openingName = `texts.${locale}.${kind}.opening` as const;
    if (!lastFocused.current?.isConnected) form.setFocus(openingName);
    const element = lastFocused.current;
    if (!element) return;
    element.focus();
    element.setRangeText(text, element.selectionStart ?? 0, element.selectionEnd ?? 0, "end");
    form.setValue(element.name as typeof openingName, element.value, {
      shouldDirty: true,
      shouldValidate: true,
    });
  };
  const common = (name: MailText, ids: object) => ({
    ...ids,
    ...form.register(`texts.${locale}.${kind}.${name}`),
    maxLength: MAX_TEXT_LENGTHS[name],
    lang: locale,
  });
  return (
    <div onFocus={remember} className="flex flex-col gap-5">
      {MAIL_TEXTS.map((name) => (
        <Field
          key={`${locale} ${kind} ${name}`}
          label={TEXT_LABELS[name]}
          optional
          hint={name === "opening" ? "Plain text above the rest of the e-mail, without links." : undefined}
          error={errors?.[name]?.message}
        >
          {(ids) =>
            name === "opening" ? (
              <Textarea {...common(name, ids)} rows={6} placeholder="No opening words" />
            ) : (
              <Input {...common(name, ids)} placeholder={builtIn?.[name] ?? ""} />
            )
          }
        </Field>
      ))}
      <InsertButtons kind={kind} onInsert={insert} />
    </div>
  );
}
