import { createElement, type ReactElement } from "react";
import { render, toPlainText } from "react-email";
import { messagesFor } from "./messages";
import { PendingBadgeMail, type PendingBadgeProps } from "./templates/pending-badge";
import { WebhookFailingMail, type WebhookFailingProps } from "./templates/webhook-failing";

export type Rendered = { subject: string; html: string; text: string };

const AS_TEXT = { wordwrap: 78, selectors: [{ selector: "h1", options: { uppercase: false } }] };

async function rendered(subject: string, mail: ReactElement): Promise<Rendered> {
  const html = await render(mail);
  return { subject, html, text: toPlainText(html, AS_TEXT) };
}

/** The mail that tells an earner of a pending badge, in the badge's locale. */
export function renderPendingBadge(
  locale: string,
  props: Omit<PendingBadgeProps, "lang" | "messages">,
): Promise<Rendered> {
  const { lang, messages } = messagesFor(locale);
  const subject = messages.pendingBadge.subject(props.issuer, props.badgeName);
  return rendered(subject, createElement(PendingBadgeMail, { ...props, lang, messages }));
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
  const since = new Intl.DateTimeFormat(lang, { dateStyle: "long", timeZone: "UTC" }).format(failingSince);
  const subject = messages.webhookFailing.subject(props.organization);
  return rendered(subject, createElement(WebhookFailingMail, { ...props, since, lang, messages }));
}
