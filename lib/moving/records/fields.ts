import { z } from "zod";
import { calendarDate, timestamp } from "@/lib/kernel/fields";

/** The fields of records. They are named and spelled as the columns that they are stored in. */

export const id = () => z.uuid();
export const number = () => z.int();
export const text = () => z.string();
export const flag = () => z.boolean();
/** A list of texts. A column without one is an empty list to the service. */
export const texts = () => z.array(z.string()).nullable();
export const json = () => z.json();
export const time = timestamp;
export const day = calendarDate;
export const orNull = <Schema extends z.ZodType>(schema: Schema) => schema.nullable();
export const textOrNull = () => z.string().nullable();

/** Who created something: a person, a credential or the system of the service that it comes from. */
export const creator = { created_by_id: textOrNull(), created_by_type: text(), created_by_name: text() };

/**
 * A record of a kind. Fields that are not known are refused: they would be lost. `not_given` has the fields that the source does
 * not give for this record, besides those that it does not give for any of its kind.
 */
export const record = <Name extends string, Shape extends z.ZodRawShape>(name: Name, shape: Shape) =>
  z.strictObject({
    kind: z.literal(name),
    ...shape,
    not_given: z.array(z.string()).max(200).optional(),
  });
