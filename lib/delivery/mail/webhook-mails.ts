import { DEFAULT_LOCALE } from "@/lib/kernel/locales";
import { z } from "zod";
import { clock } from "@/lib/kernel/clock";
import { publicUrl } from "@/lib/kernel/env";
import type { MailPart, MailContent } from "./mail-task";
import type { FailingReceiver } from "./queries";
import { renderWebhookFailing } from "./render";

export const WebhookFailingPayload = z.object({ template: z.literal("webhook_failing") });

/** The address to notify about a failing receiver; null when the organization has none. */
export const webhookContact = (receiver: FailingReceiver): string | null =>
  receiver.technicalContactEmail ?? receiver.contactEmail;

const consoleUrl = (receiver: FailingReceiver): string => publicUrl(`/console/${receiver.vanitySlug}`);

/** Builds the mail to the contact of an organization whose receiver has failed for days. */
export async function buildWebhookFailingMail(
  receiver: FailingReceiver,
  address: string,
): Promise<MailContent> {
  // An organization has no language; the linked console is English.
  const content = await renderWebhookFailing("en", {
    organization: receiver.name,
    color: receiver.primaryHexColor,
    webhookUrl: receiver.webhookUrl ?? "",
    failingSince: receiver.webhookFailingSince ?? clock.now(),
    link: consoleUrl(receiver),
  });
  return { ...content, to: { name: receiver.name, address }, replyTo: null };
}

/** Builds the part of a merged mail to that address. */
export const buildWebhookFailingPart = (receiver: FailingReceiver, address: string): MailPart => ({
  locale: DEFAULT_LOCALE,
  to: { name: receiver.name, address },
  replyTo: null,
  sender: receiver.name,
  color: receiver.primaryHexColor,
  isNewBadge: false,
  line: ({ t }) => t("webhook_failing.subject", { organization: receiver.name }),
  link: { href: consoleUrl(receiver), label: ({ t }) => t("webhook_failing.action") },
  note: receiver.webhookUrl,
});
