import { notFound, unprocessable } from "@/lib/kernel/errors";
import type { BadgeState } from "@/prisma/generated/client";

/** The states that a badge may leave by each move (decision 0011); `replaced` is left by none. */
export const FROM = {
  accepted: ["pending"],
  rejected: ["pending", "accepted"],
  revoked: ["pending", "accepted"],
  replaced: ["pending", "accepted", "rejected", "revoked"],
} as const satisfies Record<Exclude<BadgeState, "pending">, readonly BadgeState[]>;

/** 422 that names the state which does not allow a move. */
export const wrongState = (state: BadgeState, verb: keyof typeof FROM) =>
  unprocessable("invalid_transition", `This badge is ${state} and cannot be ${verb}.`);

/** Why a move found nothing to move: the state that somebody else was faster to write, or 404 when it is deleted. */
export const lostTo = (badge: { state: BadgeState } | null, verb: keyof typeof FROM) =>
  badge ? wrongState(badge.state, verb) : notFound();
