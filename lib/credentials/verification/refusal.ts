/** Why a badge of another service was rejected: a code for programs, and a message for the earner. */
export class BadgeRefused extends Error {
  override readonly name = "BadgeRefused";

  constructor(
    readonly code:
      | "unreadable_badge"
      | "incomplete_badge"
      | "not_found"
      | "not_recipient"
      | "revoked"
      | "bad_signature"
      | "another_badge",
    message: string,
    /** The reason in the result of a verification, if the code is not exact enough. */
    readonly reason: "too_large" | "unprocessable" | null = null,
  ) {
    super(message);
  }
}

export const unreadableBadge = (message: string, reason: BadgeRefused["reason"] = null): BadgeRefused =>
  new BadgeRefused("unreadable_badge", message, reason);

/** A required field of an Open Badge is missing or invalid. */
export const incompleteBadge = (message: string): BadgeRefused =>
  new BadgeRefused("incomplete_badge", message);

export const revokedBadge = (): BadgeRefused =>
  new BadgeRefused("revoked", "The issuer has revoked this badge.");
