import type { z } from "zod";
import { ApiFailure } from "@/components/api";
import type { OnDemand } from "@/components/on-demand";
import { validationError } from "@/lib/kernel/errors";

/** The schema of a request in its domain, fetched when the user starts to fill in the form. */
export type RequestSchema = OnDemand<z.ZodType>;

/**
 * Validates a request with the schema that the server applies, too, and throws the failure that the server would
 * respond with. If the schema cannot be loaded, the server decides alone.
 */
export async function validateRequest(source: RequestSchema, request: unknown): Promise<void> {
  const schema = await source.load().catch(() => null);
  const result = schema?.safeParse(request, { reportInput: true });
  if (!result?.error) return;
  const { status, code, message, errors } = validationError(result.error);
  throw new ApiFailure(status, code, message, errors);
}
