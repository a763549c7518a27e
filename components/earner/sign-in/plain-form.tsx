import type { ComponentProps, ReactNode } from "react";
import { buttonClass } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/form/field";

type PlainFormProps = {
  /** The address that the form is sent to. Its response redirects. */
  action: string;
  field: ComponentProps<typeof Input> & { label: string; hint?: string; error?: string | undefined };
  /** The label of the submit button. */
  submit: string;
  /** Hidden fields. */
  children?: ReactNode;
};

/** A form with one field that works without JavaScript. */
export const PlainForm = ({ action, field, submit, children }: PlainFormProps) => {
  const { label, hint, error, ...input } = field;
  return (
    <form method="post" action={action} className="flex flex-col gap-5">
      {children}
      <Field label={label} hint={hint} error={error}>
        {(control) => <Input {...control} {...input} required />}
      </Field>
      <button type="submit" className={buttonClass({}, "w-full")}>
        {submit}
      </button>
    </form>
  );
};
