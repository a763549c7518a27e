import { z } from "zod";
import { clock } from "@/lib/kernel/clock";
import { getKeyring } from "@/lib/kernel/secrets";
import { VerificationResult } from "./schema";

const VALID_MINUTES = 15;
/** A URL with a result that lists differences in Japanese is this long; Node accepts 16 KiB of headers. */
const MAX_LENGTH = 12_000;

/** It is stored in no row, only in the URL of a page. */
const KEY_CONTEXT = ["verdict", "page"] as const;

const SealedResult = z.object({
  purpose: z.literal("verdict"),
  until: z.number(),
  result: VerificationResult,
});

function seal(result: VerificationResult): string {
  const until = clock.now().getTime() + VALID_MINUTES * 60_000;
  const text = JSON.stringify({ purpose: "verdict", until, result });
  return getKeyring()
    .encrypt(text, ...KEY_CONTEXT)
    .toString("base64url");
}

/**
 * Encrypts the verification result of a file as text for the URL of the page that shows it. No one else can create such
 * a text. It expires after 15 minutes, because a badge can be revoked at any time. Leaves out what the page does not show, and
 * extensions for which a URL has no room.
 */
export function sealVerificationResult(result: VerificationResult): string {
  const shown = { ...result, badge: result.badge && { ...result.badge, description: null } };
  let text = seal(shown);
  for (let count = shown.extensions.length - 1; text.length > MAX_LENGTH && count >= 0; count -= 1)
    text = seal({ ...shown, extensions: shown.extensions.slice(0, count) });
  return text;
}

/** Decrypts a text from `sealVerificationResult`; null for anything else, and after it has expired. */
export function openVerificationResult(text: string): VerificationResult | null {
  if (text.length > MAX_LENGTH) return null;
  const bytes = Buffer.from(text, "base64url");
  // Node ignores extra letters, so compare the text itself.
  if (bytes.toString("base64url") !== text) return null;
  try {
    const { until, result } = SealedResult.parse(JSON.parse(getKeyring().decrypt(bytes, ...KEY_CONTEXT)));
    return until > clock.now().getTime() ? result : null;
  } catch {
    return null;
  }
}
