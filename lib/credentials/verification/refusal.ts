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
    /** The reason in the result of a verification, if the code is not exact enough, and what it is about. */
    readonly reason: "too_large" | "unprocessable" | "ambiguous" | "context_not_approved" | null = null,
    readonly detail: string | null = null,
  ) {
    super(message);
  }
}

export const unreadableBadge = (message: string, reason: BadgeRefused["reason"] = null): BadgeRefused =>
  new BadgeRefused("unreadable_badge", message, reason);

/** A required field of an Open Badge is missing or invalid. */
export const incompleteBadge = (message: string): BadgeRefused =>
  new BadgeRefused("incomplete_badge", message);

/** A member has no place in the data model, or a wrong value. `path` is where. */
export const malformedBadge = (path: string): BadgeRefused =>
  new BadgeRefused("incomplete_badge", `“${path}” of the badge is missing or invalid.`, null, path);

/** Two readers could understand the document differently. `place` is where. */
export const ambiguousBadge = (place: string | null): BadgeRefused =>
  new BadgeRefused(
    "unreadable_badge",
    `This badge can be read in more than one way${place === null ? "" : ` (${place})`}.`,
    "ambiguous",
    place,
  );

/** The document names a vocabulary that could give other meanings to its members. */
export const unapprovedContext = (context: string): BadgeRefused =>
  new BadgeRefused(
    "unreadable_badge",
    `This badge uses a vocabulary that we do not know (${context}).`,
    "context_not_approved",
    context,
  );

export const revokedBadge = (): BadgeRefused =>
  new BadgeRefused("revoked", "The issuer has revoked this badge.");
