"use client";

import { useTranslations, type Messages } from "next-intl";
import { useMemo, type ReactNode } from "react";
import { FormTextsContext, type FormTexts } from "@/components/ui/form/form-texts";
import { ApiFailure } from "@/components/api";

/** The key of a message in the namespace `wallet.errors`. */
type ErrorKey = keyof Messages["wallet"]["errors"];

/** Message keys by the API's error codes, of the whole response or of one field. */
const BY_CODE: Record<string, ErrorKey> = {
  wrong_password: "wrong_password",
  wrong_code: "wrong_code",
  known_passkey: "known_passkey",
  app_exists: "app_exists",
  too_many_passkeys: "too_many_passkeys",
  second_factor: "other_second_factor",
  proof_required: "proof_required",
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
  too_many_collections: "too_many_collections",
  collection_changed: "collection_changed",
  already_in_wallet: "already_in_wallet",
  not_refreshable: "not_refreshable",
  last_administrator: "last_administrator",
  sign_in_again: "sign_in_again",
  address_taken: "address_taken",
  address_invalid: "address_invalid",
  address_changes: "address_changes",
  required: "required",
  too_big: "too_long",
  body_too_large: "too_large",
};

const BY_STATUS: Record<number, ErrorKey> = {
  0: "offline",
  404: "gone",
  409: "changed",
  413: "too_large",
  422: "unfit",
  429: "too_many",
};

/** Message keys by field, for errors of the field's format. */
const BY_FIELD: Record<string, ErrorKey> = {
  email: "email_invalid",
  url: "url_invalid",
  "badge.badge_url": "url_invalid",
  "badge.expires_at_date": "date_order",
  photo: "invalid_image",
  password: "password_short",
};

/** Returns the message key for an error of a field. */
function fieldErrorKey(field: string, code: string): ErrorKey {
  // Here `not_found` is an error of the badge's address.
  if (code === "not_found") return "badge_not_found";
  const codeKey = BY_CODE[code];
  if (codeKey && codeKey !== "required") return codeKey;
  return BY_FIELD[field] ?? (codeKey || code === "too_small" ? "required" : "unfit");
}

/** Returns the message key for a failed request. */
function errorKey(failure: unknown): ErrorKey {
  if (!(failure instanceof ApiFailure)) return "broken";
  const [first] = failure.errors;
  if (first) return fieldErrorKey(first.field, first.code);
  return BY_CODE[failure.code] ?? BY_STATUS[failure.status] ?? "broken";
}

/** Translates the texts of the forms inside. Needs the messages of the wallet. */
export function TranslatedTexts({ children }: { children: ReactNode }) {
  const words = useTranslations("wallet.common");
  const errors = useTranslations("wallet.errors");
  const texts = useMemo<FormTexts>(
    () => ({
      optional: words("optional"),
      cancel: words("cancel"),
      describeFieldError: ({ field, code }) => errors(fieldErrorKey(field, code)),
      describeFailure: (failure) => errors(errorKey(failure)),
    }),
    [words, errors],
  );
  return <FormTextsContext value={texts}>{children}</FormTextsContext>;
}
