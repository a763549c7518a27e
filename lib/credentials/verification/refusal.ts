import { truncateAtGrapheme } from "@/lib/kernel/truncate-text";
import { escapeInvisible } from "@/lib/kernel/visible-text";

const MAX_PLACE_LENGTH = 200;

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

/** Names of members come from strangers. */
const describePlace = (place: string): string => truncateAtGrapheme(escapeInvisible(place), MAX_PLACE_LENGTH);

/** A member has no place in the data model, or a wrong value. `path` is where. */
export const malformedBadge = (path: string): BadgeRefused => {
  const place = describePlace(path);
  return new BadgeRefused("incomplete_badge", `“${place}” of the badge is missing or invalid.`, null, place);
};

/** Two readers could understand the document differently. `where` is the place or the name. */
export const ambiguousBadge = (where: string | null): BadgeRefused => {
  const place = where === null ? null : describePlace(where);
  const message = `This badge can be read in more than one way${place === null ? "" : ` (${place})`}.`;
  return new BadgeRefused("unreadable_badge", message, "ambiguous", place);
};

/** The document names a vocabulary that could give other meanings to its members. */
export const unapprovedContext = (where: string): BadgeRefused => {
  const context = describePlace(where);
  const message = `This badge uses a vocabulary that we do not know (${context}).`;
  return new BadgeRefused("unreadable_badge", message, "context_not_approved", context);
};

export const revokedBadge = (): BadgeRefused =>
  new BadgeRefused("revoked", "The issuer has revoked this badge.");
