import { z } from "zod";
import { DESIGNED_MAILS } from "@/lib/delivery/mail-designs/choices";
import { TextsOfMail } from "@/lib/delivery/mail-designs/schema";
import { LOCALES } from "@/lib/kernel/locales";
import { defineMail, type WrittenMail } from "../define-mail";
import type { MailTranslator } from "../mail-translator";
import { findSampleData } from "../queries";
import { findDesignTesters } from "../subject-queries";
import { buildSender } from "../transport";
import { badgeMails } from "./badges";

const Payload = z.object({
  template: z.literal("design_test"),
  kind: z.enum(DESIGNED_MAILS),
  locale: z.enum(LOCALES),
  sender_name: z.string().nullable(),
  reply_to_email_id: z.string().nullable(),
  texts: TextsOfMail.nullable(),
});
export type DesignTestPayload = z.infer<typeof Payload>;

/** Finds members who try a design, with what the sample mails of their organizations show. */
async function findTesters(messageIds: string[]) {
  const testers = await findDesignTesters(messageIds);
  const samples = await findSampleData(testers.map(({ organizationId }) => organizationId));
  return testers.flatMap((tester) =>
    samples.filter(({ id }) => id === tester.organizationId).map((sample) => ({ ...tester, sample })),
  );
}

type Facts = { write: (words: MailTranslator) => WrittenMail };

/**
 * The mail that a member requests of a design that may not be saved, as the preview shows it, to the member themselves:
 * so it is sent at once. The subject of its message is the member, who may have several organizations: so the id of the
 * message is used.
 */
export const designTest = defineMail({
  payload: Payload,
  load: findTesters,
  subjectId: ({ id }) => id,
  prepare: ({ sample, ...tester }, { kind, locale, texts }) => ({
    locale,
    to: { name: tester.name, address: tester.email },
    ...buildSender(tester.organization, tester),
    organization: null,
    facts: {
      write: (words: MailTranslator) => badgeMails[kind].writeSample({ ...sample, texts }, locale, words),
    },
  }),
  write: ({ write }: Facts, words) => write(words),
  sample: (sample, locale) => ({
    write: (words) => badgeMails.pending_badge.writeSample(sample, locale, words),
  }),
});
