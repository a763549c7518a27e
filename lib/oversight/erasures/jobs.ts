import { continueDueErasure } from "./run";

/**
 * Continues erasures that a process left, and does the second pass of those that wait for it. One batch in a call. Returns
 * true when more may be left.
 */
export const continueErasures = (): Promise<boolean> => continueDueErasure();
