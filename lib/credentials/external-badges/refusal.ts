/** Why a badge of another service cannot be taken: a word for programs, and a sentence for the earner. */
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
  ) {
    super(message);
  }
}

export const unreadable = (message: string): BadgeRefused => new BadgeRefused("unreadable_badge", message);

/** A field that an Open Badge cannot do without is missing or is none. */
export const incomplete = (message: string): BadgeRefused => new BadgeRefused("incomplete_badge", message);

export const revoked = (): BadgeRefused => new BadgeRefused("revoked", "The issuer has revoked this badge.");
