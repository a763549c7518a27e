import type { Placeholder } from "@/lib/delivery/mail-designs/choices";
import { fillPlaceholders } from "@/lib/delivery/mail-designs/placeholders";
import type { TextsOfMail } from "@/lib/delivery/mail-designs/schema";

/** The texts that an organization has written for a mail about a badge, and the recipient's name. */
export type OwnTexts = {
  /** The recipient's full name. */
  recipient?: string;
  /** The texts that the issuer has written, with placeholders. */
  texts?: TextsOfMail | null;
};

type NamedFacts = OwnTexts & { earner: string; address: string; badgeName: string; issuer: string };

/** Fills the placeholders of the issuer's texts. Null: the built-in one. A recipient without a name has an address. */
export function fillTexts(
  { recipient, texts, earner, address, badgeName, issuer }: NamedFacts,
  expiresOn?: string,
): TextsOfMail {
  const name = recipient || earner || address;
  const values: Partial<Record<Placeholder, string>> = {
    recipient_name: name,
    recipient_first_name: earner || name,
    badge_name: badgeName,
    issuer_name: issuer,
    ...(expiresOn === undefined ? {} : { expires_on: expiresOn }),
  };
  const fill = (text: string | null | undefined) => (text ? fillPlaceholders(text, values) : null);
  return { subject: fill(texts?.subject), heading: fill(texts?.heading), opening: fill(texts?.opening) };
}
