import type { ReactNode } from "react";
import { Img, Text } from "react-email";
import { z } from "zod";
import type { EventType } from "@/lib/platform/recording/choices";
import { imageUrl } from "@/lib/art/images/serializer";
import { badgePageUrl } from "@/lib/organizations/badge-facts/serializer";
import { acceptUrl } from "@/lib/badges/issued/serializer";
import type { DesignedMail, Placeholder } from "@/lib/delivery/mail-designs/choices";
import { fillPlaceholders } from "@/lib/delivery/mail-designs/placeholders";
import type { TextsOfMail } from "@/lib/delivery/mail-designs/schema";
import { clock } from "@/lib/kernel/clock";
import { publicUrl } from "@/lib/kernel/env";
import { withLanguage, toLocale, type Locale } from "@/lib/kernel/locales";
import { truncateAtGrapheme } from "@/lib/kernel/truncate-text";
import type { NewEvent } from "@/lib/platform/recording/record-events";
import { defineMail } from "../define-mail";
import {
  ActionButton,
  Layout,
  LinkBelow,
  MailTitle,
  Paragraph,
  SecondaryText,
  SERIF,
  styles,
} from "../layout";
import { formatLongDate, titleNameParameters, type MailTranslator } from "../mail-translator";
import { daysFromNow, SAMPLE_RECIPIENT, sampleLink, type Sample } from "../samples";
import { findBadgesForMail, type MailedBadge } from "../subject-queries";
import { buildSender } from "../transport";

/** The facts of every mail about a badge. */
type BadgeFacts = {
  /** The earner's first name, or the full one; empty when it is unknown. */
  earner: string;
  /** The recipient's full name. */
  recipient?: string;
  /** The texts that the issuer has written, with placeholders. */
  texts?: TextsOfMail | null;
  address: string;
  badgeName: string;
  imageUrl: string;
  issuer: string;
  issuerColor: string | null;
  link: string;
};

/** The built-in texts of a mail about a badge, and what follows the issuer's own words. */
type BadgeText = {
  subject: string;
  preview: string;
  title: string;
  content: ReactNode;
  footer: string[];
  /** The day of the placeholder `expires_on`. */
  expiresOn?: string;
  /** A message that the issuer wrote to the recipient, and the label of the link, in a merged mail. */
  note?: string | null;
  linkLabel: string | null;
};

/** Fills the placeholders of the issuer's texts. Null: the built-in one. A recipient without a name has an address. */
function fillTexts(facts: BadgeFacts, expiresOn: string | undefined): TextsOfMail {
  const { recipient, texts, earner, address, badgeName, issuer } = facts;
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

type BadgeHeadProps = { words: MailTranslator; facts: BadgeFacts; title: string; opening: string | null };

/** The art, a title, the badge's name, who issued it, and the issuer's own words. */
const BadgeHead = ({ words, facts, title, opening }: BadgeHeadProps) => (
  <>
    <Img
      src={facts.imageUrl}
      alt={words.t("art_of", { badge: facts.badgeName })}
      width={208}
      height={208}
      style={{ margin: "0 0 28px -4px", display: "block", fontSize: 14, fontFamily: SERIF }}
    />
    <MailTitle>{title}</MailTitle>
    <Text className="ink" style={{ ...styles.paragraph, margin: 0, fontSize: 19, fontWeight: 600 }}>
      {facts.badgeName}
    </Text>
    <Text className="quiet" style={{ ...styles.quiet, margin: "4px 0 16px", fontSize: 15 }}>
      {words.t("issued_by", { issuer: facts.issuer })}
    </Text>
    {opening ? <Paragraph>{opening}</Paragraph> : null}
  </>
);

/** Writes a mail about a badge. In a merged mail its line is the built-in subject, because that names the badge. */
function writeBadgeMail(facts: BadgeFacts, text: BadgeText, words: MailTranslator) {
  const { subject, heading, opening } = fillTexts(facts, text.expiresOn);
  const { linkLabel: label, note = null } = text;
  const body = (
    <Layout lang={words.locale} preview={text.preview} sender={facts.issuer} footer={text.footer}>
      <BadgeHead words={words} facts={facts} title={heading ?? text.title} opening={opening} />
      {text.content}
    </Layout>
  );
  const item = { line: text.subject, note, link: label === null ? null : { href: facts.link, label } };
  return { subject: subject ?? text.subject, item, body };
}

/**
 * The link works in every state of the badge. The public page is used when there is one, because it can be shared. The
 * members of a test organization read its mails, so a link there must not prove that its reader owns the address.
 */
const badgeLink = (badge: MailedBadge): string =>
  badge.state === "accepted" && badge.isPublic
    ? badgePageUrl(badge.id)
    : acceptUrl(badge, badge.isTest ? "shown" : "mailed");

const toFacts = (badge: MailedBadge, template: DesignedMail): BadgeFacts => ({
  earner: badge.firstName ?? badge.issuedTo,
  recipient: badge.issuedTo,
  texts: badge.texts?.[template] ?? null,
  address: badge.recipientEmail,
  badgeName: badge.badgeName,
  imageUrl: imageUrl(badge.imageId),
  issuer: badge.issuer,
  issuerColor: badge.issuerColor,
  link: withLanguage(badgeLink(badge), toLocale(badge.locale)),
});

const sampleFacts = (sample: Sample, locale: Locale): BadgeFacts => ({
  earner: SAMPLE_RECIPIENT.name,
  recipient: SAMPLE_RECIPIENT.fullName,
  texts: sample.texts,
  address: SAMPLE_RECIPIENT.address,
  badgeName: sample.badgeName ?? "Your first badge",
  imageUrl: sample.imageId ? imageUrl(sample.imageId) : publicUrl("/icon.svg"),
  issuer: sample.name,
  issuerColor: sample.color,
  link: sampleLink("/accept/sample", locale),
});

const SENT_EVENTS: Record<MailedBadge["account"], EventType> = {
  confirmed: "pending_badge_notification.sent",
  unconfirmed: "pending_badge_notification.unconfirmed_email.sent",
  none: "pending_badge_notification.no_user.sent",
};

/** The events of a sent mail. Mails about a pending badge have one. */
const buildSentEvents = (badge: MailedBadge, template: DesignedMail): NewEvent[] =>
  badge.state === "pending" && (template === "pending_badge" || template === "replaced_badge")
    ? [{ organizationId: badge.organizationId, eventType: SENT_EVENTS[badge.account], subjectId: badge.id }]
    : [];

type BadgeMail<Payload, Own> = {
  /** The payload of the message (lib/badges/issued/effects.ts). */
  payload: z.ZodType<Payload>;
  /** Whether the mail is still correct: badges are accepted, revoked and replaced while mails wait. */
  isStillNeeded: (badge: MailedBadge, payload: Payload) => boolean;
  /** The facts of this kind of mail besides those of every mail about a badge. */
  ownFacts: (badge: MailedBadge, payload: Payload) => Own;
  write: (facts: BadgeFacts & Own, words: MailTranslator) => BadgeText;
  sample: (sample: Sample) => Own;
  /** What the mail says, if a job records it by itself (`MailTask`). */
  repeatKey?: (badge: MailedBadge, payload: Payload) => string;
};

/** Defines a mail to the recipient of a badge, whose texts the issuer can change. */
const defineBadgeMail = <Payload extends { template: DesignedMail }, Own extends object>({
  payload: schema,
  isStillNeeded,
  ownFacts,
  write,
  sample,
  repeatKey,
}: BadgeMail<Payload, Own>) =>
  defineMail({
    payload: schema,
    load: findBadgesForMail,
    prepare: (badge, payload) =>
      isStillNeeded(badge, payload)
        ? {
            locale: badge.locale,
            to: { name: badge.issuedTo, address: badge.recipientEmail },
            ...buildSender(badge.issuer, badge),
            organization: badge.issuer,
            isNewBadge: payload.template === "pending_badge",
            facts: { ...toFacts(badge, payload.template), ...ownFacts(badge, payload) },
            effects: { events: buildSentEvents(badge, payload.template) },
            ...(repeatKey && { repeatKey: repeatKey(badge, payload) }),
          }
        : null,
    write: (facts: BadgeFacts & Own, words) => writeBadgeMail(facts, write(facts, words), words),
    sample: (from, locale) => ({ ...sampleFacts(from, locale), ...sample(from) }),
  });

const MAX_LENGTH = 420;

/** Shortens a long description at the end of a word. The page has the rest. */
function shortenDescription(text: string): string {
  if (text.length <= MAX_LENGTH) return text;
  return `${truncateAtGrapheme(text, MAX_LENGTH).replace(/\s+\S*$/u, "")} …`;
}

/** "You have earned a badge": the art, what it is, and one action. */
export const pendingBadge = defineBadgeMail({
  payload: z.object({ template: z.literal("pending_badge"), address_corrected_at: z.string().nullish() }),
  // A mail that waited while the address was corrected is not sent: the correction has recorded another one.
  isStillNeeded: ({ state, addressCorrectedAt }, { address_corrected_at: correctedAt }) =>
    state === "pending" && (addressCorrectedAt?.toISOString() ?? null) === (correctedAt ?? null),
  ownFacts: ({ description }) => ({ description }),
  write: ({ description, earner, address, badgeName: badge, issuer, issuerColor, link }, words) => {
    const { t } = words;
    const action = t("pending_badge.action");
    const content = (
      <>
        <Paragraph>{shortenDescription(description)}</Paragraph>
        <ActionButton href={link} color={issuerColor}>
          {action}
        </ActionButton>
        <Paragraph>{t("pending_badge.choice")}</Paragraph>
        <LinkBelow words={words} link={link} />
      </>
    );
    return {
      subject: t("pending_badge.subject", { issuer, badge }),
      preview: t("pending_badge.preview", { badge, issuer }),
      title: t("pending_badge.title", titleNameParameters(earner)),
      content,
      footer: [t("pending_badge.reason", { issuer, address }), t("pending_badge.not_yours")],
      linkLabel: action,
    };
  },
  sample: ({ description }) => ({ description: description ?? "" }),
});

/** "Your badge was replaced": the issuer's own message, and the new badge to accept. */
export const replacedBadge = defineBadgeMail({
  payload: z.object({ template: z.literal("replaced_badge"), notification_message: z.string() }),
  isStillNeeded: ({ state }) => state === "pending" || state === "accepted",
  ownFacts: ({ state }, { notification_message: message }) => ({ message, isPending: state === "pending" }),
  write: ({ message, isPending, earner, address, badgeName: badge, issuer, issuerColor, link }, words) => {
    const { t } = words;
    const content = (
      <>
        <SecondaryText>{t("replaced_badge.message_of", { issuer })}</SecondaryText>
        <Paragraph>{message}</Paragraph>
        <ActionButton href={link} color={issuerColor}>
          {t(isPending ? "pending_badge.action" : "replaced_badge.action")}
        </ActionButton>
        {isPending ? <Paragraph>{t("replaced_badge.choice")}</Paragraph> : null}
        <LinkBelow words={words} link={link} />
      </>
    );
    return {
      subject: t("replaced_badge.subject", { issuer, badge }),
      preview: t("replaced_badge.preview", { badge, issuer }),
      title: t("replaced_badge.title", titleNameParameters(earner)),
      content,
      footer: [t("replaced_badge.reason", { issuer, address })],
      note: message,
      linkLabel: t(isPending ? "pending_badge.action" : "expiring_badge.action"),
    };
  },
  sample: () => ({
    message: "This badge replaces the one of last week.\nYour name on it was misspelt. We are sorry.",
    isPending: true,
  }),
});

/** The mail about a revoked badge. It gives the issuer's reason, and says to contact the issuer. */
export const revokedBadge = defineBadgeMail({
  payload: z.object({ template: z.literal("revoked_badge") }),
  isStillNeeded: ({ state }) => state === "revoked",
  ownFacts: ({ revocationReason }) => ({ reason: revocationReason }),
  write: ({ reason, earner, address, badgeName: badge, issuer }, { t }) => {
    const content = (
      <>
        <Paragraph>{t("revoked_badge.fact", { issuer })}</Paragraph>
        {reason ? (
          <>
            <SecondaryText>{t("revoked_badge.reason_given")}</SecondaryText>
            <Paragraph>{reason}</Paragraph>
          </>
        ) : null}
        <Paragraph>{t("revoked_badge.advice", { issuer })}</Paragraph>
      </>
    );
    return {
      subject: t("revoked_badge.subject", { issuer, badge }),
      preview: t("revoked_badge.preview", { badge, issuer }),
      title: t("revoked_badge.title", titleNameParameters(earner)),
      content,
      footer: [t("revoked_badge.reason", { issuer, address })],
      note: reason,
      linkLabel: null,
    };
  },
  sample: () => ({ reason: "It was issued to the wrong address." }),
});

/** The mail about a badge that expires soon. It gives the date, and says to contact the issuer. */
export const expiringBadge = defineBadgeMail({
  payload: z.object({ template: z.literal("expiring_badge"), expires_at: z.string() }),
  isStillNeeded: ({ state, isReminding, expiresAt }, { expires_at }) =>
    state === "accepted" && isReminding && expiresAt?.toISOString() === expires_at && expiresAt > clock.now(),
  ownFacts: ({ expiresAtDate }, { expires_at }) => ({ expiresOn: expiresAtDate ?? new Date(expires_at) }),
  write: ({ expiresOn, earner, address, badgeName: badge, issuer, issuerColor, link }, words) => {
    const { t } = words;
    const date = formatLongDate(words, expiresOn);
    const action = t("expiring_badge.action");
    const content = (
      <>
        <Paragraph>{t("expiring_badge.fact", { date })}</Paragraph>
        <ActionButton href={link} color={issuerColor}>
          {action}
        </ActionButton>
        <Paragraph>{t("expiring_badge.advice", { issuer })}</Paragraph>
        <LinkBelow words={words} link={link} />
      </>
    );
    return {
      subject: t("expiring_badge.subject", { badge, date }),
      preview: t("expiring_badge.preview", { badge, date }),
      title: t("expiring_badge.title", titleNameParameters(earner)),
      content,
      footer: [t("expiring_badge.reason", { issuer, address })],
      expiresOn: date,
      linkLabel: action,
    };
  },
  sample: () => ({ expiresOn: daysFromNow(30) }),
  repeatKey: ({ id, recipientEmail }, { template, expires_at }) =>
    [template, id, expires_at, recipientEmail].join(" "),
});

export const badgeMails = {
  pending_badge: pendingBadge,
  replaced_badge: replacedBadge,
  revoked_badge: revokedBadge,
  expiring_badge: expiringBadge,
};
