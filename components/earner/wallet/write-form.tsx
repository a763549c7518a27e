"use client";

import { useEffect, useRef, type FormEvent, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { FormBody } from "@/components/ui/form-body";
import { buildLocalFailure } from "@/components/api";
import { useWrite, type FieldMessages } from "./use-write";

/** Reads a text field of a form, trimmed. */
export const readField = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value.trim() : "";
};

/** Reads a text field, trimmed; null when empty. */
export const readFieldOrNull = (form: FormData, name: string): string | null => readField(form, name) || null;

/** Reads a required text field. Throws when it is empty, because the API would treat an empty value as missing. */
export function readRequiredField(form: FormData, name: string): string {
  const value = readField(form, name);
  if (value === "") throw buildLocalFailure("required", name);
  return value;
}

/** Serializes the content of a form, to detect changes. */
const serializeContent = (form: HTMLFormElement): string =>
  JSON.stringify(
    Array.from(new FormData(form), ([name, value]) =>
      typeof value === "string"
        ? [name, value]
        : [name, value.name, value.size, value.size && value.lastModified],
    ),
  );

type WriteFormProps<Data> = {
  /** The API's names of the fields in this form, at which errors are shown. */
  fields: readonly string[];
  send: (form: FormData) => Promise<Data>;
  done: (data: Data) => string | null;
  action: string;
  /** Returns the message for an error code that is special to this form; undefined for the usual message. */
  explain?: (code: string) => string | undefined;
  look?: "primary" | "secondary" | "danger";
  /** Whether to reset the fields after success. */
  isEmptied?: boolean;
  /** Content beside the submit button. */
  aside?: ReactNode;
  children: (problems: FieldMessages) => ReactNode;
};

/** A form that sends a change about the person. Its first field with an error gets the focus. */
export function WriteForm<Data>(props: WriteFormProps<Data>) {
  const { fields, send, done, explain, action, look = "primary", isEmptied = false, aside, children } = props;
  const form = useRef<HTMLFormElement>(null);
  // The content after the last success. A submit with the same content is a repeated press.
  const savedContent = useRef<string>(null);
  const { write, problems, isSending, isBusy } = useWrite();
  useEffect(() => {
    form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [problems]);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    const content = serializeContent(element);
    // While the page refreshes, the same content is not sent twice. Changed content is sent as usual.
    if (isSending || (isBusy && content === savedContent.current)) return;
    const formData = new FormData(element);
    const isDone = await write({ send: async () => send(formData), done, fields, explain });
    if (!isDone) return;
    const isReset = isEmptied && serializeContent(element) === content;
    if (isReset) element.reset();
    savedContent.current = isReset ? serializeContent(element) : content;
  };
  return (
    <form ref={form} method="post" noValidate onSubmit={(event) => void submit(event)}>
      <FormBody className="flex flex-col gap-5">
        {children(problems)}
        <div className="flex flex-wrap items-center justify-end gap-3">
          {aside}
          <Button type="submit" variant={look} busy={isSending}>
            {action}
          </Button>
        </div>
      </FormBody>
    </form>
  );
}
