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
import { onDemand, usePreload, type OnDemand } from "@/components/on-demand";

const resolvers = onDemand(() => import("@hookform/resolvers/zod"));

const UNJUDGED = "The form could not be checked. Check the connection and try again, or reload the page.";

/**
 * Validates a form with the schema of its request: `toWire` turns the fields into the request body, and the schema's
 * errors appear at the fields of the same path. Schema and resolver load when the user starts to fill in the form. If
 * they cannot be loaded, nothing is sent, because some rules exist only in the form's schema.
 */
export function useWireResolver<Values extends FieldValues>(
  schema: OnDemand<z.ZodType<unknown>>,
  toWire: (values: Values) => unknown,
): Resolver<Values> {
  usePreload(resolvers, "input");
  usePreload(schema, "input");
  return async (values, context, options) => {
    const judges = await Promise.all([resolvers.load(), schema.load()]).catch(() => null);
    if (!judges) {
      const root = { type: "unjudged", message: UNJUDGED };
      return { values: {}, errors: { root } as FieldErrors<Values> };
    }
    const [{ zodResolver }, found] = judges;
    const judge = zodResolver(found as z.ZodType<unknown, FieldValues>);
    const judged = await judge(
      toWire(values) as FieldValues,
      context,
      options as ResolverOptions<FieldValues>,
    );
    const errors = judged.errors as FieldErrors<Values>;
    return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors };
  };
}

/** Shows the server's errors at their fields, and errors without a field at the top of the form. */
export function showFailure<Values extends FieldValues>(form: UseFormReturn<Values>, failure: unknown): void {
  if (!(failure instanceof ApiFailure)) {
    form.setError("root", { message: "Something went wrong. Try again." });
    return;
  }
  const values = form.getValues();
  const placed = failure.errors.filter(({ field }) => get(values, field) !== undefined);
  placed.forEach(({ field, code, message }, index) => {
    form.setError(field as Path<Values>, { type: code, message }, { shouldFocus: index === 0 });
  });
  if (placed.length > 0 && placed.length === failure.errors.length) return;
  const request = failure.requestId && failure.status >= 500 ? ` (request ${failure.requestId})` : "";
  form.setError("root", { message: failure.message + request });
}
