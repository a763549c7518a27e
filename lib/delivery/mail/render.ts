import { createElement, type ReactElement } from "react";
import { render, toPlainText } from "react-email";
import type { Locale } from "@/lib/kernel/locales";
import { AccountChangedMail, type AccountChangedProps } from "./templates/account-changed";
import { AddressMail, type AddressProps } from "./templates/address";
import type { BadgeProps } from "./templates/badge-head";
import { ConnectCourseMail, type ConnectCourseProps } from "./templates/connect-course";
import { DomainLostMail, type DomainLostProps } from "./templates/domain-lost";
import { EmployeeInvitationMail, type EmployeeInvitationProps } from "./templates/employee-invitation";
import { ExpiringBadgeMail, type ExpiringBadgeProps } from "./templates/expiring-badge";
import { MemberInvitationMail, type MemberInvitationProps } from "./templates/member-invitation";
import { writeNotice, type NoticeFacts } from "./notice-texts";
import { NoticeMail } from "./templates/notice";
import { PasswordMail, type PasswordProps } from "./templates/password";
import { PendingBadgeMail, type PendingBadgeProps } from "./templates/pending-badge";
import { ReplacedBadgeMail, type ReplacedBadgeProps } from "./templates/replaced-badge";
import { RevokedBadgeMail, type RevokedBadgeProps } from "./templates/revoked-badge";
import { MergedMail, type MergedMailProps } from "./templates/merged";
import { WebhookFailingMail, type WebhookFailingProps } from "./templates/webhook-failing";
import { formatLongDate, loadMailTranslator, type MailTranslator } from "./mail-translator";
import type { Placeholder } from "@/lib/delivery/mail-designs/choices";
import { fillPlaceholders } from "@/lib/delivery/mail-designs/placeholders";
import type { TextsOfMail } from "@/lib/delivery/mail-designs/schema";

/** The texts that an organization has written for a mail about a badge, and the recipient's name. */
type OwnTexts = {
  /** The recipient's full name. */
  recipient?: string;
  /** The texts that the issuer has written, with placeholders. */
  texts?: TextsOfMail | null;
};

type NamedFacts = OwnTexts & { earner: string; address: string; badgeName: string; issuer: string };

/** Fills the placeholders of the issuer's texts. Null: the built-in one. A recipient without a name has an address. */
function fillTexts(
  { recipient, texts, earner, address, badgeName, issuer }: NamedFacts,
  expiresOn?: string,
): TextsOfMail {
  const name = recipient || earner || address;
  const values: Partial<Record<Placeholder, string>> = {
    recipient_name: name,
    recipient_first_name: earner || name,
    badge_name: badgeName,
    issuer_name: issuer,
    ...(expiresOn === undefined ? {} : { expires_on: expiresOn }),
  };
  const fill = (text: string | null | undefined) => (text ? fillPlaceholders(text, values) : null);
  return { subject: fill(texts?.subject), heading: fill(texts?.heading), opening: fill(texts?.opening) };
}

export type RenderedMail = { subject: string; html: string; text: string };

const TEXT_OPTIONS = { wordwrap: 78, selectors: [{ selector: "h1", options: { uppercase: false } }] };

async function renderMail(subject: string, mail: ReactElement): Promise<RenderedMail> {
  const html = await render(mail);
  return { subject, html, text: toPlainText(html, TEXT_OPTIONS) };
}

/** The values in a mail. `Computed` are those that are formatted in the mail's language. */
type Facts<Props extends { words: MailTranslator }, Computed extends keyof Props = never> = Omit<
  Props,
  "words" | Computed
>;

const subjectValues = (facts: { issuer: string; badgeName: string }) => ({
  issuer: facts.issuer,
  badge: facts.badgeName,
});

/** The values in a mail about a badge, with the texts that the issuer has written. */
type BadgeFacts<Props extends Omit<BadgeProps, "link">, Computed extends keyof Props = never> = Facts<
  Props,
  Computed | "heading" | "opening"
> &
  OwnTexts;

/** Renders the mail about a pending badge. */
export async function renderPendingBadge(
  locale: Locale,
  facts: BadgeFacts<PendingBadgeProps>,
): Promise<RenderedMail> {
  const words = await loadMailTranslator(locale);
  const { subject, ...own } = fillTexts(facts);
  return renderMail(
    subject ?? words.t("pending_badge.subject", subjectValues(facts)),
    createElement(PendingBadgeMail, { ...facts, ...own, words }),
  );
}

/** Renders the mail about a replaced badge, with the issuer's message. */
export async function renderReplacedBadge(
  locale: Locale,
  facts: BadgeFacts<ReplacedBadgeProps>,
): Promise<RenderedMail> {
  const words = await loadMailTranslator(locale);
  const { subject, ...own } = fillTexts(facts);
  return renderMail(
    subject ?? words.t("replaced_badge.subject", subjectValues(facts)),
    createElement(ReplacedBadgeMail, { ...facts, ...own, words }),
  );
}

/** Renders the mail about a revoked badge. */
export async function renderRevokedBadge(
  locale: Locale,
  facts: BadgeFacts<RevokedBadgeProps>,
): Promise<RenderedMail> {
  const words = await loadMailTranslator(locale);
  const { subject, ...own } = fillTexts(facts);
  return renderMail(
    subject ?? words.t("revoked_badge.subject", subjectValues(facts)),
    createElement(RevokedBadgeMail, { ...facts, ...own, words }),
  );
}

/** Renders the reminder of a badge that expires on a calendar day. */
export async function renderExpiringBadge(
  locale: Locale,
  { expiresOn, ...facts }: BadgeFacts<ExpiringBadgeProps, "date"> & { expiresOn: Date },
): Promise<RenderedMail> {
  const words = await loadMailTranslator(locale);
  const date = formatLongDate(words, expiresOn);
  const { subject, ...own } = fillTexts(facts, date);
  return renderMail(
    subject ?? words.t("expiring_badge.subject", { badge: facts.badgeName, date }),
    createElement(ExpiringBadgeMail, { ...facts, ...own, date, words }),
  );
}

/** Renders the invitation of an employee to connect. */
export async function renderEmployeeInvitation(
  locale: Locale,
  facts: Facts<EmployeeInvitationProps>,
): Promise<RenderedMail> {
  const words = await loadMailTranslator(locale);
  const subject = words.t("employee_invitation.subject", { organization: facts.organization });
  return renderMail(subject, createElement(EmployeeInvitationMail, { ...facts, words }));
}

/** Renders the invitation to become a member. */
export async function renderMemberInvitation(
  locale: Locale,
  { expiresAt, ...facts }: Facts<MemberInvitationProps, "date"> & { expiresAt: Date },
): Promise<RenderedMail> {
  const words = await loadMailTranslator(locale);
  const date = formatLongDate(words, expiresAt);
  const subject = words.t("member_invitation.subject", { organization: facts.organization });
  return renderMail(subject, createElement(MemberInvitationMail, { ...facts, date, words }));
}

/** Renders a merged mail: "You have 6 new badges", or with other messages too. */
export async function renderMergedMail(
  locale: Locale,
  { areAllNewBadges, ...facts }: Facts<MergedMailProps, "subject"> & { areAllNewBadges: boolean },
): Promise<RenderedMail> {
  const words = await loadMailTranslator(locale);
  const subject = words.t("several.subject", {
    kind: areAllNewBadges ? "badges" : "mixed",
    count: facts.items.length,
    organization: facts.organization,
  });
  return renderMail(subject, createElement(MergedMail, { ...facts, subject, words }));
}

/** Renders the mail to an organization's contact about a receiver that has failed for days. */
export async function renderWebhookFailing(
  locale: Locale,
  { failingSince, ...facts }: Facts<WebhookFailingProps, "date"> & { failingSince: Date },
): Promise<RenderedMail> {
  const words = await loadMailTranslator(locale);
  const date = formatLongDate(words, failingSince);
  const subject = words.t("webhook_failing.subject", { organization: facts.organization });
  return renderMail(subject, createElement(WebhookFailingMail, { ...facts, date, words }));
}

/** Renders the mail to an administrator about a domain that is no longer verified. */
export async function renderDomainLost(locale: Locale, facts: Facts<DomainLostProps>): Promise<RenderedMail> {
  const words = await loadMailTranslator(locale);
  const subject = words.t("domain_lost.subject", { domain: facts.domain });
  return renderMail(subject, createElement(DomainLostMail, { ...facts, words }));
}

/** Renders the mail of a notice to a member. */
export async function renderNotice(locale: Locale, facts: NoticeFacts): Promise<RenderedMail> {
  const words = await loadMailTranslator(locale);
  const texts = writeNotice(facts, words);
  const { organization, color, link } = facts;
  return renderMail(texts.subject, createElement(NoticeMail, { ...texts, organization, color, link, words }));
}

/** Renders the mail that confirms an address, or asks whether to merge the account that it belongs to. */
export async function renderAddress(locale: Locale, facts: Facts<AddressProps>): Promise<RenderedMail> {
  const words = await loadMailTranslator(locale);
  const subject = words.t(`${facts.kind}.subject`);
  return renderMail(subject, createElement(AddressMail, { ...facts, words }));
}

/** Renders the mail that asks whether to connect a course with the account of an address. */
export async function renderConnectCourse(
  locale: Locale,
  facts: Facts<ConnectCourseProps>,
): Promise<RenderedMail> {
  const words = await loadMailTranslator(locale);
  const subject = words.t("connect_course.subject", { course: facts.course });
  return renderMail(subject, createElement(ConnectCourseMail, { ...facts, words }));
}

/** Renders the mail with the link to choose a new password. */
export async function renderPassword(locale: Locale, facts: Facts<PasswordProps>): Promise<RenderedMail> {
  const words = await loadMailTranslator(locale);
  return renderMail(words.t("password.subject"), createElement(PasswordMail, { ...facts, words }));
}

/** Renders the mail to the owner of an account about a change of it. */
export async function renderAccountChanged(
  locale: Locale,
  facts: Facts<AccountChangedProps>,
): Promise<RenderedMail> {
  const words = await loadMailTranslator(locale);
  const subject = words.t("account_changed.subject", { change: facts.change });
  return renderMail(subject, createElement(AccountChangedMail, { ...facts, words }));
}
