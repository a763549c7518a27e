import { ApiFailure, type FieldFailure } from "@/components/api";

/** Whether a request failed with one of these statuses. */
export const hasStatus = (failure: unknown, ...statuses: number[]): boolean =>
  failure instanceof ApiFailure && statuses.includes(failure.status);

/**
 * Returns the errors that a form shows at its fields. `isComplete`: there are no others, so the form needs no message
 * for the whole request.
 */
export function findFieldErrors(
  failure: unknown,
  hasField: (field: string) => boolean,
): { shown: FieldFailure[]; isComplete: boolean } {
  const errors = failure instanceof ApiFailure ? failure.errors : [];
  const shown = errors.filter(({ field }) => hasField(field));
  return { shown, isComplete: shown.length > 0 && shown.length === errors.length };
}
