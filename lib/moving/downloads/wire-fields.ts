import { z } from "zod";
import { toEndOfDay } from "@/lib/kernel/dates";

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
/** Longer ids are none. The ids of a whole download are kept in memory. */
export const MAX_ID_LENGTH = 100;

export const id = () => z.union([z.string().min(1).max(MAX_ID_LENGTH), z.number()]).transform(String);
/** An address, or what a service has in its place. The addresses of a whole download are kept in memory. */
export const address = () => z.string().min(1).max(320);
export const idOrNull = () =>
  id()
    .nullish()
    .transform((value) => value ?? null);
export const list = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .array(schema)
    .nullish()
    .transform((value) => value ?? []);

// The first and the last time that records have: of four digits for the year.
const FIRST_TIME = Date.parse("0001-01-01T00:00:00.000Z");
export const LAST_TIME = Date.parse("9999-12-31T23:59:59.999Z");

const isTime = (value: string): boolean => {
  const ms = Date.parse(value);
  return ms >= FIRST_TIME && ms <= LAST_TIME;
};

/** A time in UTC with milliseconds, from any notation of ISO 8601. */
const timeAs = (read: (value: string) => string) =>
  z
    .string()
    .refine(isTime, "is not a time of the years 1 to 9999")
    .transform(read)
    .nullish()
    .transform((value) => value ?? null);

export const time = () => timeAs((value) => new Date(value).toISOString());
/** When something ends: a date without a time is valid through that day. */
export const end = () =>
  timeAs((value) =>
    z.iso.date().safeParse(value).success ? toEndOfDay(value) : new Date(value).toISOString(),
  );
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
