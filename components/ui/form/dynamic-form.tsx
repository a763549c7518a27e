"use client";

import type { ReactNode } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { DialogCancel } from "@/components/ui/overlay/dialog-cancel";
import { FormBody } from "./form-body";
import { Notice } from "@/components/ui/notice";
import { useFormSubmit } from "./use-form-submit";

type DynamicFormProps<Values extends FieldValues> = {
  form: UseFormReturn<Values>;
  /** Sends the values. Errors that it throws are shown at their fields or at the top of the form. */
  send: (values: Values) => Promise<void>;
  /** The label of the submit button. */
  action: string;
  /** Marks an action that cannot be undone. */
  danger?: boolean;
  /** Content beside the submit button. */
  aside?: ReactNode;
  children: ReactNode;
};

/** A form with its general error, its fields and its submit button, which is busy while the values are sent. */
export function DynamicForm<Values extends FieldValues>(props: DynamicFormProps<Values>) {
  const { form, send, action, danger = false, aside, children } = props;
  const { errors, isSubmitting } = form.formState;
  const submit = useFormSubmit(form)(send);
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
          <DialogCancel />
          <Button type="submit" variant={danger ? "danger" : "primary"} busy={isSubmitting}>
            {action}
          </Button>
        </div>
      </FormBody>
    </form>
  );
}
