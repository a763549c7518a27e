import type { NoticeKind } from "@/lib/organizations/notices/choices";
import { NoticeData } from "@/lib/organizations/notices/schema";
import { formatLongDate, formatLongTime, type MailTranslator } from "./mail-translator";
import type { MailedNotice } from "./notice-queries";

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

/** What a mail shows of a notice: who it is about, its kind and data, and its link. */
export type NoticeFacts = Pick<MailedNotice, "kind" | "data" | "organization" | "color"> & {
  address: string;
  link: string;
};

/** Writes the texts of a notice in the language of its reader. */
export function writeNotice({ kind, data, organization, address }: NoticeFacts, words: MailTranslator) {
  const { variant, values } = TEXTS[kind](data, words);
  const all = { ...values, organization: organization ?? "", address };
  return {
    subject: words.t(`notice.${variant}.subject`, all),
    fact: words.t(`notice.${variant}.fact`, all),
    reason: words.t(organization === null ? "notice.reason_own" : "notice.reason", all),
  };
}
