import { z } from "zod";
import { clock } from "@/lib/kernel/clock";
import { keyring } from "@/lib/kernel/secrets";
import { Verdict } from "./schema";

const MINUTES = 15;
const MOST_LETTERS = 6_000;

/** It stands in no row: its place is the address of a page. */
const PLACE = ["verdict", "page"] as const;

const Sealed = z.object({ purpose: z.literal("verdict"), until: z.number(), verdict: Verdict });

/**
 * A verdict on a file as a text for the address of the page that shows it: nobody else can write one, and it is good for
 * a quarter of an hour, because a badge may be revoked at any time.
 */
export function sealVerdict(verdict: Verdict): string {
  const until = clock.now().getTime() + MINUTES * 60_000;
  const text = JSON.stringify({ purpose: "verdict", until, verdict });
  return keyring()
    .encrypt(text, ...PLACE)
    .toString("base64url");
}

/** Opens what `sealVerdict` made; null for anything else, and when its time is over. */
export function openVerdict(text: string): Verdict | null {
  if (text.length > MOST_LETTERS) return null;
  const bytes = Buffer.from(text, "base64url");
  // A letter too many, which Node ignores, is another text.
  if (bytes.toString("base64url") !== text) return null;
  try {
    const { until, verdict } = Sealed.parse(JSON.parse(keyring().decrypt(bytes, ...PLACE)));
    return until > clock.now().getTime() ? verdict : null;
  } catch {
    return null;
  }
}
