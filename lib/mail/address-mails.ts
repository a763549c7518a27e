import { z } from "zod";
import { linkUrl } from "@/lib/accounts/serializer";
import type { ClaimedAddress } from "./queries";
import { renderAddress } from "./render";
import type { Mail } from "./transport";

/** What a mail about an address is about (lib/accounts/emails.ts); its message's subject is the person who asked for it. */
export const AddressPayload = z.object({ template: z.literal("confirm_email"), email_id: z.string() });

/** To the address itself, or, when it belongs to another account, to that account's primary address. */
export async function addressMail({
  id,
  email,
  sentAt,
  ...claim
}: ClaimedAddress): Promise<Omit<Mail, "id">> {
  const isOthers = claim.other !== null;
  const content = await renderAddress(claim.locale, isOthers ? "mergeAccounts" : "confirmEmail", {
    address: email,
    account: claim.account,
    link: linkUrl(isOthers ? "merge-accounts" : "confirm-email", id, sentAt),
  });
  return { ...content, to: { name: "", address: claim.other ?? email }, replyTo: null };
}
