import { unprocessable } from "@/lib/kernel/errors";
import type { DUPLICATE_BEHAVIORS } from "./schema";

type Behavior = (typeof DUPLICATE_BEHAVIORS)[number];

/**
 * What to do when the recipient holds the badge already (specification, "Duplicate rule"): a template that allows
 * duplicates ignores the request's wish; otherwise null and absent mean deny.
 */
export const duplicateBehavior = (allowsDuplicates: boolean, asked: Behavior | null | undefined): Behavior =>
  allowsDuplicates ? "allow" : (asked ?? "deny");

/** The states in which a badge counts as held: revoked, rejected and replaced ones do not (README, decision 12). */
export const HELD_STATES = ["pending", "accepted"] as const;

/** 422 with the words that clients match (README, decision 3). */
export const duplicateDenied = () =>
  unprocessable("duplicate_badge", "The recipient already has this badge.", [
    { field: "recipient_email", code: "duplicate_badge", message: "already has this badge" },
  ]);
