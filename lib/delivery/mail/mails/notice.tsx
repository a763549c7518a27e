import { z } from "zod";
import { noticePath, type NoticeKind } from "@/lib/organizations/notices/choices";
import { NoticeData } from "@/lib/organizations/notices/schema";
import { publicUrl } from "@/lib/kernel/env";
import { toLocale, withLanguage } from "@/lib/kernel/locales";
import { defineMail } from "../define-mail";
import { ActionButton, Layout, LinkBelow, MailTitle, Paragraph } from "../layout";
import { formatLongDate, formatLongTime, type MailTranslator } from "../mail-translator";
import { daysFromNow, sampleOrganization } from "../samples";
import { findMailedNotices, type MailedNotice } from "../subject-queries";

/** The parts of a notice's text in `mail.json`, and the values that they take. */
type NoticeText = { variant: NoticeVariant; values: Record<string, string | number> };
type NoticeVariant = Exclude<NoticeKind, "domain_failing"> | DomainVariant;
type DomainVariant = "proof_missing" | "issuing_paused" | "certificate_ending" | "provider_changed";

const buildWebhookText = (data: unknown, words: MailTranslator): NoticeText => ({
  variant: "webhooks_failing",
  values: { date: formatLongDate(words, new Date(NoticeData.webhooks_failing.parse(data).failing_since)) },
});

function buildTokenText(data: unknown, words: MailTranslator): NoticeText {
  const { name, ends_at: endsAt } = NoticeData.token_ending.parse(data);
  const values = {
    named: name ? "yes" : "no",
    name: name ?? "",
    date: formatLongDate(words, new Date(endsAt)),
  };
  return { variant: "token_ending", values };
}

/** A verification that was lost has a mail of its own. */
function buildDomainText(data: unknown, words: MailTranslator): NoticeText {
  const { event, domain, ends_at: endsAt } = NoticeData.domain_failing.parse(data);
  const date = endsAt === null ? "" : formatLongDate(words, new Date(endsAt));
  return {
    variant: event === "verification_lost" ? "proof_missing" : event,
    values: { domain, date },
  };
}

function buildImportText(data: unknown): NoticeText {
  const { file_name: file, outcome, ...counts } = NoticeData.import_finished.parse(data);
  const values = { file, outcome, issued: counts.issued_count, failed: counts.failed_count };
  return { variant: "import_finished", values };
}

function buildSignInText(data: unknown, words: MailTranslator): NoticeText {
  const { address, browser, signed_in_at: at } = NoticeData.new_sign_in.parse(data);
  const device = [browser, address].filter(Boolean).join(", ") || "–";
  return { variant: "new_sign_in", values: { device, date: formatLongTime(words, new Date(at)) } };
}

const TEXTS: Record<NoticeKind, (data: unknown, words: MailTranslator) => NoticeText> = {
  webhooks_failing: buildWebhookText,
  token_ending: buildTokenText,
  domain_failing: buildDomainText,
  import_finished: buildImportText,
  new_sign_in: buildSignInText,
};

type NoticeFacts = Pick<MailedNotice, "kind" | "data" | "color"> & {
  /** Null for a notice about the account. */
  organization: string | null;
  address: string;
  link: string;
};

/** Writes the texts of a notice in the language of its reader. */
function writeTexts({ kind, data, organization, address }: NoticeFacts, words: MailTranslator) {
  const { variant, values } = TEXTS[kind](data, words);
  const all = { ...values, organization: organization ?? "", address };
  return {
    subject: words.t(`notice.${variant}.subject`, all),
    fact: words.t(`notice.${variant}.fact`, all),
    reason: words.t(organization === null ? "notice.reason_own" : "notice.reason", all),
  };
}

const buildLink = ({ vanitySlug, kind, data, locale }: MailedNotice): string =>
  vanitySlug === null
    ? withLanguage(publicUrl("/wallet/account"), toLocale(locale))
    : publicUrl(`/console/${vanitySlug}${noticePath(kind, data)}`);

/**
 * The mail of a notice, which is the subject of the message, to its reader: what happened, what to do, and where. A notice
 * about an account must not wait. The notice is gone with the membership or the account: then there is no mail.
 */
export const noticeMail = defineMail({
  payload: z.object({ template: z.literal("notice") }),
  load: findMailedNotices,
  prepare: (notice) => {
    const { locale, name, email, organization, kind, data, color } = notice;
    return {
      locale,
      to: { name, address: email },
      organization,
      repeatKey: ["notice", notice.userId, notice.key].join(" "),
      facts: { kind, data, organization, color, address: email, link: buildLink(notice) },
    };
  },
  write: (notice, words) => {
    const { organization, color, link } = notice;
    const { subject, fact, reason } = writeTexts(notice, words);
    const action = words.t("notice.action");
    const body = (
      <Layout lang={words.locale} preview={fact} sender={organization ?? words.t("sender")} footer={[reason]}>
        <MailTitle>{subject}</MailTitle>
        <Paragraph>{fact}</Paragraph>
        <ActionButton href={link} color={color}>
          {action}
        </ActionButton>
        <LinkBelow words={words} link={link} />
      </Layout>
    );
    return { subject, item: { link: { href: link, label: action } }, body };
  },
  sample: (sample) => ({
    ...sampleOrganization(sample),
    kind: "token_ending" as const,
    data: {
      credential: "authorization_token",
      id: "00000000-0000-4000-8000-000000000000",
      name: "Student portal",
      ends_at: daysFromNow(14).toISOString(),
    },
    link: publicUrl("/console"),
  }),
});
