import { normalizeEmailAddress } from "@/lib/kernel/email-address";
import { createHash } from "node:crypto";
import { incompleteBadge } from "./refusal";
import { isDocument } from "./statement";

/** The recipient of an assertion: an e-mail address, or its hash with a salt. */
export type Recipient = { identity: string; salt: string };

/**
 * Reads the recipient of an assertion (Open Badges 2.0, IdentityObject; in 1.0 a plain text with a salt next to it).
 * Only e-mail addresses can be compared with an account.
 */
export function readRecipient(value: unknown, outerSalt: unknown): Recipient {
  const { identity, salt, type = "email" } = isDocument(value) ? value : { identity: value, salt: outerSalt };
  if (typeof identity !== "string" || identity.trim() === "") {
    throw incompleteBadge("The assertion names no recipient.");
  }
  if (![type].flat().some((word) => typeof word === "string" && /(^|[:#/])email$/i.test(word))) {
    throw incompleteBadge(
      "This badge does not name its recipient by e-mail address, so it cannot be matched with yours.",
    );
  }
  return { identity: identity.trim(), salt: typeof salt === "string" ? salt : "" };
}

const HASHED = /^(sha256|md5)\$([\da-f]+)$/i;

/** True when the recipient has this e-mail address, which must be in lower case as all stored addresses are. */
export function isRecipient({ identity, salt }: Recipient, email: string): boolean {
  const [, algorithm, hash] = HASHED.exec(identity) ?? [];
  if (!algorithm || !hash) return normalizeEmailAddress(identity.replace(/^mailto:/i, "")) === email;
  const digest = createHash(algorithm.toLowerCase()).update(email + salt);
  return digest.digest("hex") === hash.toLowerCase();
}
