import { z } from "zod";
import { linkUrl, passwordLink } from "@/lib/identity/accounts/serializer";
import { inLanguage } from "@/lib/kernel/locales";
import type { ClaimedAddress, ForgottenPassword } from "./address-queries";
import { renderAddress, renderPassword } from "./render";
import type { Mail } from "./transport";
import { knownLocale } from "@/lib/kernel/locales";

/** What a mail about an address is about (lib/identity/accounts/emails.ts); its message's subject is the person who asked for it. */
export const AddressPayload = z.object({ template: z.literal("confirm_email"), email_id: z.string() });
export type AddressPayload = z.infer<typeof AddressPayload>;

/** Somebody entered an address on the page for forgotten passwords (lib/identity/accounts/password-resets.ts): the message's subject. */
export const PasswordPayload = z.object({ template: z.literal("password") });

/** To the address itself, or, when it belongs to another account, to that account's primary address. */
export async function addressMail(claim: ClaimedAddress): Promise<Omit<Mail, "id">> {
  const { id, email, sentAt, other, account } = claim;
  const locale = knownLocale(claim.locale);
  const content = await renderAddress(locale, {
    kind: other === null ? "confirm_email" : "merge_accounts",
    address: email,
    account,
    link: inLanguage(linkUrl(other === null ? "confirm-email" : "merge-accounts", id, sentAt), locale),
  });
  return { ...content, to: { name: "", address: other ?? email }, replyTo: null };
}

/** To the address that was entered, in its account's language; the link's two hours begin when it was asked for. */
export async function passwordMail(forgotten: ForgottenPassword, askedAt: Date): Promise<Omit<Mail, "id">> {
  const { email } = forgotten;
  const locale = knownLocale(forgotten.locale);
  const content = await renderPassword(locale, {
    address: email,
    link: inLanguage(passwordLink(forgotten, askedAt), locale),
  });
  return { ...content, to: { name: "", address: email }, replyTo: null };
}
