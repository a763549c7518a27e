"use client";

import type { ReactNode } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { showFailure } from "./form";
import { Button } from "./button";
import { FormBody } from "./form-body";
import { Notice } from "./notice";

type FormFrameProps<Values extends FieldValues> = {
  form: UseFormReturn<Values>;
  /** Sends the values; what it throws is shown at its fields, or at the head of the form. */
  send: (values: Values) => Promise<void>;
  /** What the button says. */
  action: string;
  /** The button does what cannot be undone. */
  danger?: boolean;
  /** What stands beside the button. */
  aside?: ReactNode;
  children: ReactNode;
};

/** A form: what went wrong as a whole, its fields, and its button, which waits while the values are sent. */
export function FormFrame<Values extends FieldValues>(props: FormFrameProps<Values>) {
  const { form, send, action, danger = false, aside, children } = props;
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      await send(values);
    } catch (failure) {
      showFailure(form, failure);
    }
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <FormBody className="flex flex-col gap-5">
        {errors.root?.message ? (
          <Notice tone="negative" announce>
            {errors.root.message}
          </Notice>
        ) : null}
        {children}
        <div className="flex flex-wrap items-center justify-end gap-3">
          {aside}
          <Button type="submit" variant={danger ? "danger" : "primary"} busy={isSubmitting}>
            {action}
          </Button>
        </div>
      </FormBody>
    </form>
  );
}
