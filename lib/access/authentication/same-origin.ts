import { env } from "@/lib/kernel/env";

/**
 * Returns whose page a browser says that it sent a request from: ours, another site's, or nobody's, as a program does and
 * an address that a person typed. Sandboxed pages send "null" as their origin: they are ours where the browser says
 * besides that both are (`Sec-Fetch-Site`), which no page can write itself.
 */
export function senderOf({ headers }: Request): "own" | "other" | "none" {
  const origin = headers.get("origin");
  if (origin !== null && origin !== "null") return origin === env().APP_URL ? "own" : "other";
  const site = headers.get("sec-fetch-site");
  if (site === "same-origin") return "own";
  return origin === null && (site === null || site === "none") ? "none" : "other";
}
