import type { IssuerAuthorization } from "@/lib/organizations/issuers/schema";

type Display = IssuerAuthorization["display_issuer_as"];

/** Whom the badges name, in the order in which people choose. */
export const DISPLAY_WORDS: Record<Display, { label: string; hint: string }> = {
  grantor: { label: "You alone", hint: "As if you had issued it yourself." },
  issuer: { label: "The issuer alone", hint: "Your template, in their name." },
  both: { label: "Both", hint: "Issued on behalf of you by them." },
};

/** The lines under the name of a badge, as its page says them. */
export function issuedByLines(
  display: Display,
  grantor: string,
  issuer: string,
): { label: string; name: string }[] {
  if (display === "both") {
    return [
      { label: "Issued on behalf of", name: grantor },
      { label: "Issued by", name: issuer },
    ];
  }
  return [{ label: "Issued by", name: display === "grantor" ? grantor : issuer }];
}
