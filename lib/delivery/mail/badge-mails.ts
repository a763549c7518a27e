import { z } from "zod";
import type { EventType } from "@/lib/platform/recording/choices";
import { imageUrl } from "@/lib/art/images/serializer";
import { badgePageUrl } from "@/lib/organizations/badge-facts/serializer";
import { acceptUrl } from "@/lib/badges/issued/serializer";
import { clock } from "@/lib/kernel/clock";
import { withLanguage, toLocale } from "@/lib/kernel/locales";
import type { NewEvent } from "@/lib/platform/recording/record-events";
import type { MailPart } from "./mail-task";
import type { MailedBadge } from "./queries";
import {
  renderExpiringBadge,
  renderPendingBadge,
  renderReplacedBadge,
  renderRevokedBadge,
  type RenderedMail,
} from "./render";
import { buildSender, type Mail } from "./transport";
import { formatLongDate } from "./mail-translator";

/** The message of a mail about a badge (lib/badges/issued/effects.ts). */
export const BadgePayload = z.discriminatedUnion("template", [
  z.object({ template: z.literal("pending_badge"), address_corrected_at: z.string().nullish() }),
  z.object({ template: z.literal("replaced_badge"), notification_message: z.string() }),
  z.object({ template: z.literal("revoked_badge") }),
  z.object({ template: z.literal("expiring_badge"), expires_at: z.string() }),
]);
export type BadgePayload = z.infer<typeof BadgePayload>;
type Notification = Extract<BadgePayload, { template: "pending_badge" }>;

/** A mail that waited while the address was corrected is not sent: the correction has recorded another one. */
const isToCurrentAddress = (badge: MailedBadge, { address_corrected_at }: Notification): boolean =>
  (badge.addressCorrectedAt?.toISOString() ?? null) === (address_corrected_at ?? null);

const isExpiryUnchanged = ({ expiresAt }: MailedBadge, { expires_at }: { expires_at: string }): boolean =>
  expiresAt?.toISOString() === expires_at && expiresAt > clock.now();

/** Whether the mail is still correct: badges are accepted, revoked and replaced while mails wait. */
export function isStillNeeded(badge: MailedBadge, payload: BadgePayload): boolean {
  switch (payload.template) {
    case "pending_badge":
      return badge.state === "pending" && isToCurrentAddress(badge, payload);
    case "replaced_badge":
      return badge.state === "pending" || badge.state === "accepted";
    case "revoked_badge":
      return badge.state === "revoked";
    case "expiring_badge":
      return badge.state === "accepted" && badge.isReminding && isExpiryUnchanged(badge, payload);
  }
}

const SENT_EVENTS: Record<MailedBadge["account"], EventType> = {
  confirmed: "pending_badge_notification.sent",
  unconfirmed: "pending_badge_notification.unconfirmed_email.sent",
  none: "pending_badge_notification.no_user.sent",
};

/** The events of a sent mail. Mails about a pending badge have one. */
export const buildSentEvents = (badge: MailedBadge, { template }: BadgePayload): NewEvent[] =>
  badge.state === "pending" && (template === "pending_badge" || template === "replaced_badge")
    ? [{ organizationId: badge.organizationId, eventType: SENT_EVENTS[badge.account], subjectId: badge.id }]
    : [];

/**
 * The link works in every state of the badge. The public page is used when there is one, because it can be shared. The
 * members of a test organization read its mails, so a link there must not prove that its reader owns the address.
 */
const badgeLink = (badge: MailedBadge): string =>
  badge.state === "accepted" && badge.isPublic
    ? badgePageUrl(badge.id)
    : acceptUrl(badge, badge.isTest ? "shown" : "mailed");

function renderBadgeMail(badge: MailedBadge, payload: BadgePayload): Promise<RenderedMail> {
  const locale = toLocale(badge.locale);
  const facts = {
    earner: badge.firstName ?? badge.issuedTo,
    recipient: badge.issuedTo,
    texts: badge.texts?.[payload.template] ?? null,
    address: badge.recipientEmail,
    badgeName: badge.badgeName,
    imageUrl: imageUrl(badge.imageId),
    issuer: badge.issuer,
    issuerColor: badge.issuerColor,
    link: withLanguage(badgeLink(badge), locale),
  };
  const { description } = badge;
  switch (payload.template) {
    case "pending_badge":
      return renderPendingBadge(locale, { ...facts, description });
    case "replaced_badge":
      return renderReplacedBadge(locale, {
        ...facts,
        message: payload.notification_message,
        isPending: badge.state === "pending",
      });
    case "revoked_badge":
      return renderRevokedBadge(locale, { ...facts, reason: badge.revocationReason });
    case "expiring_badge":
      return renderExpiringBadge(locale, {
        ...facts,
        expiresOn: badge.expiresAtDate ?? new Date(payload.expires_at),
      });
  }
}

/**
 * The mail in one line: its built-in subject, because it names the badge, which a subject of the issuer need not do.
 */
function badgeLine(badge: MailedBadge, payload: BadgePayload): MailPart["line"] {
  const named = { issuer: badge.issuer, badge: badge.badgeName };
  switch (payload.template) {
    case "pending_badge":
      return ({ t }) => t("pending_badge.subject", named);
    case "replaced_badge":
      return ({ t }) => t("replaced_badge.subject", named);
    case "revoked_badge":
      return ({ t }) => t("revoked_badge.subject", named);
    case "expiring_badge":
      return (words) =>
        words.t("expiring_badge.subject", {
          badge: badge.badgeName,
          date: formatLongDate(words, badge.expiresAtDate ?? new Date(payload.expires_at)),
        });
  }
}

/** The message that the issuer wrote to the recipient. */
function issuerNote(badge: MailedBadge, payload: BadgePayload): string | null {
  if (payload.template === "replaced_badge") return payload.notification_message;
  return payload.template === "revoked_badge" ? badge.revocationReason : null;
}

const toRecipient = (badge: MailedBadge): Pick<Mail, "to" | "fromName" | "replyTo"> => ({
  to: { name: badge.issuedTo, address: badge.recipientEmail },
  ...buildSender(badge.issuer, badge),
});

/** Builds the part of a merged mail about a badge. */
export const buildBadgePart = (badge: MailedBadge, payload: BadgePayload): MailPart => ({
  ...toRecipient(badge),
  locale: badge.locale,
  sender: badge.issuer,
  color: badge.issuerColor,
  isNewBadge: payload.template === "pending_badge",
  line: badgeLine(badge, payload),
  note: issuerNote(badge, payload),
  link:
    payload.template === "revoked_badge"
      ? null
      : {
          href: withLanguage(badgeLink(badge), toLocale(badge.locale)),
          label: ({ t }) => t(badge.state === "pending" ? "pending_badge.action" : "expiring_badge.action"),
        },
});

/** Builds the mail to the recipient of a badge. */
export async function buildBadgeMail(badge: MailedBadge, payload: BadgePayload): Promise<Omit<Mail, "id">> {
  return { ...(await renderBadgeMail(badge, payload)), ...toRecipient(badge) };
}
