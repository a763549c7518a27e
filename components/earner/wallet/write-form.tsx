"use client";

import { useEffect, useRef, type FormEvent, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { FormBody } from "@/components/ui/form-body";
import { notSent } from "@/components/api";
import { useWrite, type Problems } from "./use-write";

/** What somebody typed into a field of a form, without the blanks around it. */
export const typed = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value.trim() : "";
};

/** The same, null for an empty field. */
export const typedOrNull = (form: FormData, name: string): string | null => typed(form, name) || null;

/** The same of a field that cannot do without: the interface would take an empty one for "not given". */
export function typedFully(form: FormData, name: string): string {
  const value = typed(form, name);
  if (value === "") throw notSent("required", name);
  return value;
}

/** What stands in a form, to tell whether it has changed. */
const contentOf = (form: HTMLFormElement): string =>
  JSON.stringify(
    Array.from(new FormData(form), ([name, value]) =>
      typeof value === "string"
        ? [name, value]
        : [name, value.name, value.size, value.size && value.lastModified],
    ),
  );

type WriteFormProps<Data> = {
  /** The interface's names of the fields that stand here: what is wrong with them is said there. */
  fields: readonly string[];
  send: (form: FormData) => Promise<Data>;
  done: (data: Data) => string | null;
  action: string;
  /** The sentence for a code of this form alone, for want of which the common one stands. */
  explain?: (code: string) => string | undefined;
  look?: "primary" | "secondary" | "danger";
  /** The fields are emptied once it is done. */
  isEmptied?: boolean;
  /** What stands beside the button. */
  aside?: ReactNode;
  children: (problems: Problems) => ReactNode;
};

/** A form that changes something of the person; its first field with a fault takes the focus. */
export function WriteForm<Data>(props: WriteFormProps<Data>) {
  const { fields, send, done, explain, action, look = "primary", isEmptied = false, aside, children } = props;
  const form = useRef<HTMLFormElement>(null);
  // What the form held when it was done: with that a press is the same press again.
  const settled = useRef<string>(null);
  const { write, problems, isSending, isBusy } = useWrite();
  useEffect(() => {
    form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [problems]);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    const content = contentOf(element);
    // While the page follows, what was done is not done twice; what was typed since is sent as ever.
    if (isSending || (isBusy && content === settled.current)) return;
    const given = new FormData(element);
    const isDone = await write({ send: async () => send(given), done, fields, explain });
    if (!isDone) return;
    const isReset = isEmptied && contentOf(element) === content;
    if (isReset) element.reset();
    settled.current = isReset ? contentOf(element) : content;
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
