import type { z } from "zod";

/**
 * Holds what we send against its schema, in tests and development only: production does not pay for it. A
 * mismatch is our fault and fails loudly. `decode` reads what is encoded already.
 */
export function checkWire<Data>(schema: z.ZodType, data: Data, decode?: (data: Data) => unknown): void {
  if (process.env.NODE_ENV === "production") return;
  const result = schema.safeParse(decode ? decode(data) : data);
  if (!result.success) throw new Error(`The answer does not fit its schema: ${result.error.message}`);
}
