import type { FieldErrors, FieldValues, Resolver, ResolverOptions } from "react-hook-form";
import type { z } from "zod";
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
      const root = { type: "not_validated", message: VALIDATION_UNAVAILABLE };
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
