import { createElement, type ReactElement } from "react";
import { render, toPlainText } from "react-email";
import { messagesFor } from "./messages";
import { AddressMail, type AddressProps } from "./templates/address";
import { ExpiringBadgeMail, type ExpiringBadgeProps } from "./templates/expiring-badge";
import { EmployeeInvitationMail, type EmployeeInvitationProps } from "./templates/employee-invitation";
import { MemberInvitationMail, type MemberInvitationProps } from "./templates/member-invitation";
import { PendingBadgeMail, type PendingBadgeProps } from "./templates/pending-badge";
import { ReplacedBadgeMail, type ReplacedBadgeProps } from "./templates/replaced-badge";
import { RevokedBadgeMail, type RevokedBadgeProps } from "./templates/revoked-badge";
import { WebhookFailingMail, type WebhookFailingProps } from "./templates/webhook-failing";

export type Rendered = { subject: string; html: string; text: string };

const AS_TEXT = { wordwrap: 78, selectors: [{ selector: "h1", options: { uppercase: false } }] };

const longDate = (lang: string, date: Date): string =>
  new Intl.DateTimeFormat(lang, { dateStyle: "long", timeZone: "UTC" }).format(date);

async function rendered(subject: string, mail: ReactElement): Promise<Rendered> {
  const html = await render(mail);
  return { subject, html, text: toPlainText(html, AS_TEXT) };
}

type Facts<Props> = Omit<Props, "lang" | "messages">;

/** The mail that tells an earner of a pending badge, in the badge's locale. */
export function renderPendingBadge(locale: string, props: Facts<PendingBadgeProps>): Promise<Rendered> {
  const { lang, messages } = messagesFor(locale);
  const subject = messages.pendingBadge.subject(props.issuer, props.badgeName);
  return rendered(subject, createElement(PendingBadgeMail, { ...props, lang, messages }));
}

/** The mail with what the issuer wrote about a replacement. */
export function renderReplacedBadge(locale: string, props: Facts<ReplacedBadgeProps>): Promise<Rendered> {
  const { lang, messages } = messagesFor(locale);
  const subject = messages.replacedBadge.subject(props.issuer, props.badgeName);
  return rendered(subject, createElement(ReplacedBadgeMail, { ...props, lang, messages }));
}

/** The mail that tells an earner of a revoked badge. */
export function renderRevokedBadge(locale: string, props: Facts<RevokedBadgeProps>): Promise<Rendered> {
  const { lang, messages } = messagesFor(locale);
  const subject = messages.revokedBadge.subject(props.issuer, props.badgeName);
  return rendered(subject, createElement(RevokedBadgeMail, { ...props, lang, messages }));
}

/** The mail that reminds an earner of a badge that expires on a day of the calendar. */
export function renderExpiringBadge(
  locale: string,
  { expiresOn, ...props }: Facts<Omit<ExpiringBadgeProps, "expiresOn">> & { expiresOn: Date },
): Promise<Rendered> {
  const { lang, messages } = messagesFor(locale);
  const date = longDate(lang, expiresOn);
  const subject = messages.expiringBadge.subject(props.badgeName, date);
  return rendered(subject, createElement(ExpiringBadgeMail, { ...props, expiresOn: date, lang, messages }));
}

/** The mail that invites an employee to connect, in the locale of the account if there is one. */
export function renderEmployeeInvitation(
  locale: string,
  props: Omit<EmployeeInvitationProps, "lang" | "messages">,
): Promise<Rendered> {
  const { lang, messages } = messagesFor(locale);
  const subject = messages.employeeInvitation.subject(props.organization);
  return rendered(subject, createElement(EmployeeInvitationMail, { ...props, lang, messages }));
}

/** The mail that invites somebody to become a member, in the locale of the account if there is one. */
export function renderMemberInvitation(
  locale: string,
  { expiresAt, ...props }: Omit<Facts<MemberInvitationProps>, "until"> & { expiresAt: Date },
): Promise<Rendered> {
  const { lang, messages } = messagesFor(locale);
  const until = longDate(lang, expiresAt);
  const subject = messages.memberInvitation.subject(props.organization);
  return rendered(subject, createElement(MemberInvitationMail, { ...props, until, lang, messages }));
}

/** The mail that tells an organization's contact of a receiver that has failed for days. */
export function renderWebhookFailing(
  locale: string,
  {
    failingSince,
    ...props
  }: Omit<WebhookFailingProps, "lang" | "messages" | "since"> & { failingSince: Date },
): Promise<Rendered> {
  const { lang, messages } = messagesFor(locale);
  const since = longDate(lang, failingSince);
  const subject = messages.webhookFailing.subject(props.organization);
  return rendered(subject, createElement(WebhookFailingMail, { ...props, since, lang, messages }));
}

/** The mail that proves an address, or asks whether the account that it belongs to shall be merged. */
export function renderAddress(
  locale: string,
  kind: "confirmEmail" | "mergeAccounts",
  props: Omit<AddressProps, "lang" | "messages" | "words">,
): Promise<Rendered> {
  const { lang, messages } = messagesFor(locale);
  const words = messages[kind];
  return rendered(words.subject, createElement(AddressMail, { ...props, lang, messages, words }));
}
