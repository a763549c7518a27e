import { z } from "zod";

/** The fields of responses. They may be missing or null. */

/** Reads an item as `fields`, with the names of those that it does not have in `absent`. */
export function withAbsent<Shape extends z.ZodRawShape>(fields: z.ZodObject<Shape>) {
  const names = Object.keys(fields.shape);
  const list = (item: Record<string, unknown>) => names.filter((name) => item[name] === undefined);
  return z.preprocess(
    (item) =>
      typeof item === "object" && item !== null
        ? { ...item, absent: list(item as Record<string, unknown>) }
        : item,
    z.object({ ...fields.shape, absent: z.array(z.string()) }),
  );
}

export const text = () =>
  z
    .string()
    .nullish()
    .transform((value) => value ?? null);
export const flag = (otherwise: boolean) =>
  z
    .boolean()
    .nullish()
    .transform((value) => value ?? otherwise);
export const id = () => z.union([z.string().min(1), z.number()]).transform(String);
export const idOrNull = () =>
  id()
    .nullish()
    .transform((value) => value ?? null);
export const list = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .array(schema)
    .nullish()
    .transform((value) => value ?? []);

/** A time in UTC with milliseconds, from any notation of ISO 8601. */
export const time = () =>
  z
    .string()
    .refine((value) => !Number.isNaN(Date.parse(value)), "is not a time")
    .transform((value) => new Date(value).toISOString())
    .nullish()
    .transform((value) => value ?? null);
export const day = () =>
  z.iso
    .date()
    .nullish()
    .transform((value) => value ?? null);

export const picture = () =>
  z
    .object({ id: idOrNull(), url: z.string() })
    .nullish()
    .transform((value) => value ?? null);
