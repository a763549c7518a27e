import type { z } from "zod";
import { ApiFailure } from "@/components/api";
import type { OnDemand } from "@/components/on-demand";
import { validationError } from "@/lib/kernel/errors";

export const VALIDATION_UNAVAILABLE =
  "The form could not be checked. Check the connection and try again, or reload the page.";

/** The schema of a request in its domain, fetched when the user starts to fill in the form. */
export type RequestSchema = OnDemand<z.ZodType>;

/**
 * Validates a request with the schema that the server applies, too, and throws the failure that the server would
 * respond with. If the schema cannot be loaded, nothing is sent, because some rules exist only in the form's schema.
 */
export async function validateRequest(source: RequestSchema, request: unknown): Promise<void> {
  const schema = await source.load().catch(() => {
    throw new ApiFailure(0, "offline", VALIDATION_UNAVAILABLE);
  });
  const result = schema.safeParse(request, { reportInput: true });
  if (!result.error) return;
  const { status, code, message, errors } = validationError(result.error);
  throw new ApiFailure(status, code, message, errors);
}
