import type { z } from "zod";

/**
 * Checks a response against its schema, in tests and development only, so that production has no cost. A mismatch is a
 * bug and throws. `decode` parses data that is already encoded.
 */
export function checkSchema<Data>(schema: z.ZodType, data: Data, decode?: (data: Data) => unknown): void {
  if (process.env.NODE_ENV === "production") return;
  const result = schema.safeParse(decode ? decode(data) : data);
  if (!result.success) throw new Error(`The response does not match its schema: ${result.error.message}`);
}
