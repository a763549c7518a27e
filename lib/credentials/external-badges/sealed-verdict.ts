import { z } from "zod";
import { clock } from "@/lib/kernel/clock";
import { keyring } from "@/lib/kernel/secrets";
import { Verdict } from "./schema";

const MINUTES = 15;
const MOST_LETTERS = 6_000;

/** It is stored in no row, only in the URL of a page. */
const PLACE = ["verdict", "page"] as const;

const Sealed = z.object({ purpose: z.literal("verdict"), until: z.number(), verdict: Verdict });

/**
 * Encrypts the verification result of a file as text for the URL of the page that shows it. No one else can create such
 * a text. It expires after 15 minutes, because a badge can be revoked at any time.
 */
export function sealVerdict(verdict: Verdict): string {
  const until = clock.now().getTime() + MINUTES * 60_000;
  const text = JSON.stringify({ purpose: "verdict", until, verdict });
  return keyring()
    .encrypt(text, ...PLACE)
    .toString("base64url");
}

/** Decrypts a text from `sealVerificationResult`; null for anything else, and after it has expired. */
export function openVerdict(text: string): Verdict | null {
  if (text.length > MOST_LETTERS) return null;
  const bytes = Buffer.from(text, "base64url");
  // Node ignores extra letters, so compare the text itself.
  if (bytes.toString("base64url") !== text) return null;
  try {
    const { until, verdict } = Sealed.parse(JSON.parse(keyring().decrypt(bytes, ...PLACE)));
    return until > clock.now().getTime() ? verdict : null;
  } catch {
    return null;
  }
}
