import type { IssuerAuthorization } from "@/lib/organizations/issuers/schema";

type Display = IssuerAuthorization["display_issuer_as"];

/** Labels for whom the badges name as issuer. */
export const DISPLAY_OPTIONS: Record<Display, { label: string; hint: string }> = {
  grantor: { label: "Only you", hint: "Badges look as if you had issued them yourself." },
  issuer: { label: "Only the issuer", hint: "Badges do not name you." },
  both: { label: "Both", hint: "Badges say that the issuer issued them on your behalf." },
};

/** Returns the lines below the name of a badge on its page. */
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
