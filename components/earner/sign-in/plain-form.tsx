import type { ComponentProps, ReactNode } from "react";
import { buttonClass } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";

type PlainFormProps = {
  /** Where it is sent; the answer leads on. */
  action: string;
  field: ComponentProps<typeof Input> & { label: string; hint?: string; error?: string | undefined };
  /** What its button says. */
  submit: string;
  /** Fields that nobody fills in. */
  children?: ReactNode;
};

/** A form of one field that the browser sends by itself: it needs no JavaScript. */
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
