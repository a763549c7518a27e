import { notFound, unprocessable } from "@/lib/kernel/errors";
import type { BadgeState } from "@/prisma/generated/client";

/** The states from which a badge may change to each state (decision 0011). A badge cannot leave `replaced`. */
export const ALLOWED_FROM = {
  accepted: ["pending"],
  rejected: ["pending", "accepted"],
  revoked: ["pending", "accepted"],
  replaced: ["pending", "accepted", "rejected", "revoked"],
} as const satisfies Record<Exclude<BadgeState, "pending">, readonly BadgeState[]>;

/** 422 naming the state that does not allow a change. */
export const wrongStateError = (state: BadgeState, target: keyof typeof ALLOWED_FROM) =>
  unprocessable("invalid_transition", `This badge is ${state} and cannot be ${target}.`);

/**
 * Returns why a change did not happen: 422 with the state that another request set first, or 404 when the badge was
 * deleted.
 */
export const changeFailedError = (badge: { state: BadgeState } | null, target: keyof typeof ALLOWED_FROM) =>
  badge ? wrongStateError(badge.state, target) : notFound();
