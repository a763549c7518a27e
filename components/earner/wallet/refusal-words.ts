import type { Messages } from "next-intl";
import { ApiFailure } from "@/components/api";

/** Which sentence of the namespace `wallet.errors` says what went wrong. */
export type ErrorWord = keyof Messages["wallet"]["errors"];

/** By the interface's own codes, of the whole answer or of one field. */
const BY_CODE: Record<string, ErrorWord> = {
  wrong_password: "wrong_password",
  already_added: "already_added",
  too_many_addresses: "too_many_addresses",
  already_confirmed: "already_confirmed",
  not_confirmed: "not_confirmed",
  primary_address: "primary_address",
  invalid_transition: "invalid_transition",
  invalid_image: "invalid_image",
  unreadable_badge: "unreadable_badge",
  incomplete_badge: "incomplete_badge",
  not_recipient: "not_recipient",
  revoked: "badge_revoked",
  bad_signature: "bad_signature",
  another_badge: "another_badge",
  not_reached: "not_reached",
  wallet_full: "wallet_full",
  already_in_wallet: "already_in_wallet",
  not_refreshable: "not_refreshable",
  last_administrator: "last_administrator",
  sign_in_again: "sign_in_again",
  required: "required",
  too_big: "too_long",
  body_too_large: "too_large",
};

const BY_STATUS: Record<number, ErrorWord> = {
  0: "offline",
  404: "gone",
  409: "changed",
  413: "too_large",
  422: "unfit",
  429: "too_many",
};

/** What a field's own rules say: an address, a date, a word that is too short. */
const BY_FIELD: Record<string, ErrorWord> = {
  email: "email_invalid",
  url: "url_invalid",
  "badge.badge_url": "url_invalid",
  "badge.expires_at_date": "date_order",
  photo: "invalid_image",
  password: "password_short",
};

/** The sentence for what is wrong with a field. */
export function wordOfField(field: string, code: string): ErrorWord {
  // The code of a 404 is that of a badge's address here.
  if (code === "not_found") return "badge_not_found";
  const own = BY_CODE[code];
  if (own && own !== "required") return own;
  return BY_FIELD[field] ?? (own || code === "too_small" ? "required" : "unfit");
}

/** The sentence for a failure as a whole. */
export function wordOf(failure: unknown): ErrorWord {
  if (!(failure instanceof ApiFailure)) return "broken";
  const [first] = failure.errors;
  if (first) return wordOfField(first.field, first.code);
  return BY_CODE[failure.code] ?? BY_STATUS[failure.status] ?? "broken";
}
