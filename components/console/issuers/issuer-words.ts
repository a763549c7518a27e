import type { IssuerAuthorization } from "@/lib/organizations/issuers/schema";

type Display = IssuerAuthorization["display_issuer_as"];

/** Whom the badges name, in the order in which people choose. */
export const DISPLAY_WORDS: Record<Display, { label: string; hint: string }> = {
  grantor: { label: "Only you", hint: "Badges look as if you had issued them yourself." },
  issuer: { label: "Only the issuer", hint: "Badges do not name you." },
  both: { label: "Both", hint: "Badges say that the issuer issued them on your behalf." },
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
