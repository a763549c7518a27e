import { z } from "zod";
import { publicUrl } from "@/lib/kernel/env";
import { inLanguage } from "@/lib/kernel/locales";
import { renderAccountChanged } from "./render";
import type { Mail } from "./transport";
import { knownLocale } from "@/lib/kernel/locales";

/** What was done to an account, and to which of its addresses that is told (lib/identity/users/notices.ts). */
export const AccountPayload = z.object({
  template: z.literal("account_changed"),
  change: z.enum(["primary", "removed", "gone", "password", "merged"]),
  address: z.string(),
  locale: z.string(),
});
export type AccountPayload = z.infer<typeof AccountPayload>;

/** To the address that the message names: it may be the account's no longer. */
export async function accountMail({ change, address, locale }: AccountPayload): Promise<Omit<Mail, "id">> {
  const language = knownLocale(locale);
  const content = await renderAccountChanged(language, {
    change,
    address,
    link: inLanguage(publicUrl("/password"), language),
  });
  return { ...content, to: { name: "", address }, replyTo: null };
}
