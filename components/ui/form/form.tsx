"use client";

import { useEffect, useRef, useState, type ReactNode } from "react";
import { usePreload } from "@/components/on-demand";
import { Button } from "@/components/ui/button";
import { DialogCancel } from "@/components/ui/overlay/dialog-cancel";
import { useEarlySubmit } from "./early-submit";
import { serializeContent } from "./form-data";
import { Notice } from "@/components/ui/notice";
import { useFormWrite, type WriteProblems } from "./use-write";
import { validateRequest, type RequestSchema } from "./validate-request";

type FormProps<Request, Data> = {
  /** The API's names of the fields in this form, at which errors are shown. */
  fields: readonly string[];
  /** The schema of the request, which the server applies, too. */
  schema: RequestSchema;
  /** Builds the request from the fields. */
  read: (form: FormData) => Request | Promise<Request>;
  send: (request: Request) => Promise<Data>;
  /** Returns the message after success; null when the page itself shows the result. */
  done: (data: Data) => string | null;
  /** The label of the submit button. */
  action: string;
  /** Returns the message for an error code that is special to this form; undefined for the usual message. */
  explain?: (code: string) => string | undefined;
  look?: "primary" | "secondary" | "danger";
  /** Whether to reset the fields after success. */
  isEmptied?: boolean;
  /** Content beside the submit button. */
  aside?: ReactNode;
  children: (problems: Record<string, string>) => ReactNode;
};

const NO_PROBLEMS: WriteProblems = { fields: {}, general: null };

/** Sends the form's content once, and shows its problems. The same content is not sent again while the page refreshes. */
function useSubmit<Request, Data>(props: FormProps<Request, Data>) {
  const { fields, schema, read, send, done, explain, isEmptied = false } = props;
  const { write, isSending, isBusy } = useFormWrite({ fields, explain });
  const [problems, setProblems] = useState(NO_PROBLEMS);
  const savedContent = useRef<string>(null);
  const submit = async (form: HTMLFormElement, data: FormData): Promise<void> => {
    const content = serializeContent(form);
    if (isSending || (isBusy && content === savedContent.current)) return;
    setProblems(NO_PROBLEMS);
    const validateAndSend = async () => {
      const request = await read(data);
      await validateRequest(schema, request);
      return send(request);
    };
    const found = await write({ send: validateAndSend, done });
    setProblems(found ?? NO_PROBLEMS);
    if (found) return;
    const isReset = isEmptied && serializeContent(form) === content;
    if (isReset) form.reset();
    savedContent.current = isReset ? serializeContent(form) : content;
  };
  return { submit, problems, isSending };
}

/**
 * A form whose fields hold their own values, so that it works before its scripts run. Forms whose fields repeat or depend
 * on each other use `DynamicForm`. The first field with an error gets the focus.
 */
export function Form<Request, Data>(props: FormProps<Request, Data>) {
  const { schema, action, look = "primary", aside, children } = props;
  const { submit, problems, isSending } = useSubmit(props);
  const form = useEarlySubmit((element, data) => void submit(element, data));
  usePreload(schema, "input");
  useEffect(() => {
    form.ref.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [problems, form.ref]);
  return (
    <form {...form} noValidate className="flex flex-col gap-5">
      {problems.general ? (
        <Notice tone="negative" announce>
          {problems.general}
        </Notice>
      ) : null}
      {children(problems.fields)}
      <div className="flex flex-wrap items-center justify-end gap-3">
        {aside}
        <DialogCancel />
        <Button type="submit" variant={look} busy={isSending}>
          {action}
        </Button>
      </div>
    </form>
  );
}
