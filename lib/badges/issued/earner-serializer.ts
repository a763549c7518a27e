import { presentEarnerDetails } from "./details";
import type { IssuedBadge, WalletBadge } from "./schema";
import { isTestBadge, presentBadge, type BadgeRow } from "./serializer";

/**
 * The fields of a badge that an earner sees, besides its details (details.ts). All others are for the issuer only
 * (specification: "not shown to the earner"), and a new field is hidden until it is added here.
 */
const EARNER_FIELDS = [
  "id",
  "state",
  "user",
  "recipient_email",
  "issued_to",
  "issued_to_first_name",
  "issued_to_last_name",
  "country_code",
  "created_by",
  "issuer",
  "printing_enabled",
  "print_method",
  "badge_template",
  "locale",
  "public",
  "translate_metadata",
  "replacement_badge_id",
  "replaces_badge_id",
  "revocation_reason",
  "suppress_badge_notification_email",
  "created_at",
  "updated_at",
  "issued_at",
  "issued_at_date",
  "expires_at",
  "expires_at_date",
  "state_updated_at",
  "completed_pathway_id",
  "is_private_badge",
  "image",
  "image_url",
  "alignments",
  "evidence",
  "results",
  "badge_url",
] as const satisfies (keyof IssuedBadge)[];

/** Presents a badge in the standard shape to its earner. */
export function presentEarnerBadge(row: BadgeRow): IssuedBadge {
  const badge = presentBadge(row);
  const shown = Object.fromEntries(EARNER_FIELDS.map((field) => [field, badge[field]]));
  return { ...(shown as Pick<IssuedBadge, (typeof EARNER_FIELDS)[number]>), ...presentEarnerDetails(badge) };
}

/** Presents a badge for the pages of its earner. */
export const presentWalletBadge = (row: BadgeRow): WalletBadge => ({
  ...presentEarnerBadge(row),
  is_test: isTestBadge(row),
});
