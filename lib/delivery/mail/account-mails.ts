import { z } from "zod";
import { publicUrl } from "@/lib/kernel/env";
import { withLanguage } from "@/lib/kernel/locales";
import { ACCOUNT_CHANGES } from "@/lib/identity/users/choices";
import { renderAccountChanged } from "./render";
import type { Mail } from "./transport";
import { toLocale } from "@/lib/kernel/locales";

/** A change of an account, and the address to notify (lib/identity/users/notices.ts). */
export const AccountPayload = z.object({
  template: z.literal("account_changed"),
  change: z.enum(ACCOUNT_CHANGES),
  address: z.string(),
  locale: z.string(),
});
export type AccountPayload = z.infer<typeof AccountPayload>;

/** Builds the mail to the address in the message, which may no longer belong to the account. */
export async function buildAccountMail({
  change,
  address,
  locale,
}: AccountPayload): Promise<Omit<Mail, "id">> {
  const language = toLocale(locale);
  const content = await renderAccountChanged(language, {
    change,
    address,
    link: withLanguage(publicUrl("/password"), language),
  });
  return { ...content, to: { name: "", address }, replyTo: null };
}
