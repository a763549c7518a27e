import {
  get,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  type ResolverOptions,
  type UseFormReturn,
} from "react-hook-form";
import type { z } from "zod";
import { ApiFailure } from "@/components/api";
import { describeFailure } from "./form-texts";
import { VALIDATION_UNAVAILABLE } from "./validate-request";
import { onDemand, usePreload, type OnDemand } from "@/components/on-demand";

const resolvers = onDemand(() => import("@hookform/resolvers/zod"));

/**
 * Validates a form with the schema of its request: `toRequest` turns the fields into the request body, and the schema's
 * errors appear at the fields of the same path. Schema and resolver load when the user starts to fill in the form. If
 * they cannot be loaded, nothing is sent, because some rules exist only in the form's schema.
 */
export function useRequestResolver<Values extends FieldValues>(
  schema: OnDemand<z.ZodType<unknown>>,
  toRequest: (values: Values) => unknown,
): Resolver<Values> {
  usePreload(resolvers, "input");
  usePreload(schema, "input");
  return async (values, context, options) => {
    const loaded = await Promise.all([resolvers.load(), schema.load()]).catch(() => null);
    if (!loaded) {
      const root = { type: "unjudged", message: VALIDATION_UNAVAILABLE };
      return { values: {}, errors: { root } as FieldErrors<Values> };
    }
    const [{ zodResolver }, formSchema] = loaded;
    const resolve = zodResolver(formSchema as z.ZodType<unknown, FieldValues>);
    const result = await resolve(
      toRequest(values) as FieldValues,
      context,
      options as ResolverOptions<FieldValues>,
    );
    const errors = result.errors as FieldErrors<Values>;
    return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors };
  };
}

/** Shows the server's errors at their fields, and errors without a field at the top of the form. */
export function showFailure<Values extends FieldValues>(form: UseFormReturn<Values>, failure: unknown): void {
  const values = form.getValues();
  const errors = failure instanceof ApiFailure ? failure.errors : [];
  const fieldErrors = errors.filter(({ field }) => get(values, field) !== undefined);
  fieldErrors.forEach(({ field, code, message }, index) => {
    form.setError(field as Path<Values>, { type: code, message }, { shouldFocus: index === 0 });
  });
  if (fieldErrors.length > 0 && fieldErrors.length === errors.length) return;
  form.setError("root", { message: describeFailure(failure) });
}
