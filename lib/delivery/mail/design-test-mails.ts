import { z } from "zod";
import { DESIGNED_MAILS } from "@/lib/delivery/mail-designs/choices";
import { TextsOfMail } from "@/lib/delivery/mail-designs/schema";
import { LOCALES } from "@/lib/kernel/locales";
import type { MailContent } from "./mail-task";
import { findSampleData, type DesignTester } from "./queries";
import { renderSampleMail } from "./samples";
import { buildSender } from "./transport";

/** The message after a member asked for a mail in a design that may not be saved. Its subject is the member. */
export const DesignTestPayload = z.object({
  template: z.literal("design_test"),
  kind: z.enum(DESIGNED_MAILS),
  locale: z.enum(LOCALES),
  sender_name: z.string().nullable(),
  reply_to_email_id: z.string().nullable(),
  texts: TextsOfMail.nullable(),
});
export type DesignTestPayload = z.infer<typeof DesignTestPayload>;

/** Builds the mail as the preview shows it, to the member themselves. */
export async function buildDesignTestMail(
  tester: DesignTester,
  { kind, locale, texts }: DesignTestPayload,
): Promise<MailContent> {
  const content = await renderSampleMail(await findSampleData(tester.organizationId), kind, locale, texts);
  const to = { name: tester.name, address: tester.email };
  return { ...content, to, ...buildSender(tester.organization, tester) };
}
