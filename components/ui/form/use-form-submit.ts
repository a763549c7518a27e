"use client";

import { get, type FieldValues, type Path, type UseFormReturn } from "react-hook-form";
import { describeFailure } from "./form-texts";
import { findFieldErrors } from "./request-failure";
import { useRequest } from "./use-request";

/** Shows errors at their fields, of which the first gets the focus, and others at the top of the form. */
function showFailure<Values extends FieldValues>(form: UseFormReturn<Values>, failure: unknown): void {
  const values = form.getValues();
  const { shown, isComplete } = findFieldErrors(failure, (field) => get(values, field) !== undefined);
  shown.forEach(({ field, code, message }, index) => {
    form.setError(field as Path<Values>, { type: code, message }, { shouldFocus: index === 0 });
  });
  if (!isComplete) form.setError("root", { message: describeFailure(failure) });
}

/**
 * Returns a function that builds the handler of a form's `submit` event. The handler validates the values, sends them,
 * and shows what `send` throws. Meanwhile `form.formState.isSubmitting` is true.
 */
export function useFormSubmit<Values extends FieldValues>(form: UseFormReturn<Values>) {
  const { request } = useRequest();
  return (send: (values: Values) => Promise<void>) =>
    form.handleSubmit((values) =>
      request(() => send(values)).catch((failure: unknown) => showFailure(form, failure)),
    );
}
