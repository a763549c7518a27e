import { z } from "zod";
import { buildLinkUrl, buildPasswordLink } from "@/lib/accounts/accounts/serializer";
import { withLanguage, toLocale } from "@/lib/kernel/locales";
import type { ClaimedAddress, PasswordRecipient } from "./queries";
import { renderAddress, renderPassword } from "./render";
import type { Mail } from "./transport";

/**
 * The message of a mail about an address (lib/accounts/accounts/emails.ts). Its subject is the person who requested it.
 */
export const AddressPayload = z.object({ template: z.literal("confirm_email"), email_id: z.string() });
export type AddressPayload = z.infer<typeof AddressPayload>;

/**
 * The message after someone entered an address on the page for forgotten passwords
 * (lib/accounts/accounts/password-resets.ts). Its subject is the address.
 */
export const PasswordPayload = z.object({ template: z.literal("password") });

/** Builds the mail to the address itself, or to the primary address of the account that it belongs to. */
export async function buildAddressMail(claim: ClaimedAddress): Promise<Omit<Mail, "id">> {
  const { id, email, sentAt, other, account } = claim;
  const locale = toLocale(claim.locale);
  const content = await renderAddress(locale, {
    kind: other === null ? "confirm_email" : "merge_accounts",
    address: email,
    account,
    link: withLanguage(buildLinkUrl(other === null ? "confirm-email" : "merge-accounts", id, sentAt), locale),
  });
  return { ...content, to: { name: "", address: other ?? email }, replyTo: null };
}

/**
 * Builds the mail to the entered address, in its account's language. The link works for two hours after the request.
 */
export async function buildPasswordMail(
  recipient: PasswordRecipient,
  requestedAt: Date,
): Promise<Omit<Mail, "id">> {
  const { email } = recipient;
  const locale = toLocale(recipient.locale);
  const content = await renderPassword(locale, {
    address: email,
    link: withLanguage(buildPasswordLink(recipient, requestedAt), locale),
  });
  return { ...content, to: { name: "", address: email }, replyTo: null };
}
