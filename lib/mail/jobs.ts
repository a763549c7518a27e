import { z } from "zod";
import { imageUrl } from "@/lib/images/serializer";
import { acceptUrl } from "@/lib/issued-badges/serializer";
import type { EventType } from "@/lib/events/schema";
import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { publicUrl } from "@/lib/kernel/env";
import { settle, type Claimed, type Outcome } from "@/lib/kernel/outbox/claim";
import { record, type NewEvent } from "@/lib/kernel/outbox/record";
import type { Attempted, Job } from "@/lib/kernel/outbox/worker";
import { findFailingReceivers, findPendingBadges, type FailingReceiver, type PendingBadge } from "./queries";
import { renderPendingBadge, renderWebhookFailing } from "./render";
import { nextAttempt } from "./retries";
import { CONNECTIONS, mailTransport, type Mail } from "./transport";

const Payload = z.object({ template: z.enum(["pending_badge", "webhook_failing"]) });

/** A mail that was handed over, and the event that this is. */
type MailDetail = { events: NewEvent[] } | undefined;

const sentEvent: Record<PendingBadge["account"], EventType> = {
  confirmed: "pending_badge_notification.sent",
  unconfirmed: "pending_badge_notification.unconfirmed_email.sent",
  none: "pending_badge_notification.no_user.sent",
};

async function pendingBadgeMail(badge: PendingBadge): Promise<Omit<Mail, "id">> {
  const content = await renderPendingBadge(badge.locale, {
    earner: badge.firstName ?? badge.issuedTo,
    address: badge.recipientEmail,
    badgeName: badge.badgeName,
    description: badge.description,
    imageUrl: imageUrl(badge.imageId),
    issuer: badge.issuer,
    issuerColor: badge.issuerColor,
    link: acceptUrl(badge.id),
  });
  const replyTo = badge.supportEmail ? { name: badge.issuer, address: badge.supportEmail } : null;
  return { ...content, to: { name: badge.issuedTo, address: badge.recipientEmail }, replyTo };
}

async function webhookFailingMail(receiver: FailingReceiver, address: string): Promise<Omit<Mail, "id">> {
  const content = await renderWebhookFailing("en", {
    organization: receiver.name,
    color: receiver.primaryHexColor,
    webhookUrl: receiver.webhookUrl ?? "",
    failingSince: receiver.webhookFailingSince ?? clock.now(),
    link: publicUrl(`/console/${receiver.vanitySlug}`),
  });
  return { ...content, to: { name: receiver.name, address }, replyTo: null };
}

/** Hands a mail over and says what that means for its message. */
async function deliver(message: Claimed, mail: Omit<Mail, "id">): Promise<Outcome> {
  const delivery = await mailTransport().send({ ...mail, id: message.id });
  if (delivery.state === "sent") return { state: "done" };
  const { state, reason } = delivery;
  const now = clock.now();
  const next =
    state === "temporary" ? nextAttempt(message.attempts + 1, message.firstAttemptAt ?? now, now) : null;
  return next ? { state: "due", nextAttemptAt: next, reason } : { state: "failed", reason };
}

/** A badge that was answered, revoked or deleted meanwhile is not mailed: there is nothing left to accept. */
async function tellEarner(message: Claimed, badge: PendingBadge | undefined): Promise<Attempted<MailDetail>> {
  if (!badge) return { message, outcome: { state: "done" }, detail: undefined };
  const outcome = await deliver(message, await pendingBadgeMail(badge));
  const event = {
    organizationId: badge.organizationId,
    eventType: sentEvent[badge.account],
    subjectId: badge.id,
  };
  return { message, outcome, detail: { events: outcome.state === "done" ? [event] : [] } };
}

/** A receiver that works again, or was removed, is no longer worth a mail. */
async function tellContact(
  message: Claimed,
  receiver: FailingReceiver | undefined,
): Promise<Attempted<MailDetail>> {
  if (!receiver) return { message, outcome: { state: "done" }, detail: undefined };
  const address = receiver.technicalContactEmail ?? receiver.contactEmail;
  const outcome: Outcome = address
    ? await deliver(message, await webhookFailingMail(receiver, address))
    : { state: "failed", reason: "the organization has no contact address" };
  return { message, outcome, detail: undefined };
}

type Named = { message: Claimed; template: z.infer<typeof Payload>["template"] | undefined };

const subjects = (messages: Named[], template: Named["template"]): string[] =>
  messages.filter((named) => named.template === template).map(({ message }) => message.subjectId);

async function attempt(messages: Claimed[]): Promise<Promise<Attempted<MailDetail>>[]> {
  const named = messages.map((message) => ({
    message,
    template: Payload.safeParse(message.payload).data?.template,
  }));
  const [badgeIds, organizationIds] = [subjects(named, "pending_badge"), subjects(named, "webhook_failing")];
  const [badges, receivers] = await Promise.all([
    badgeIds.length > 0 ? findPendingBadges(badgeIds) : [],
    organizationIds.length > 0 ? findFailingReceivers(organizationIds) : [],
  ]);
  const badgeById = new Map(badges.map((badge) => [badge.id, badge]));
  const receiverById = new Map(receivers.map((receiver) => [receiver.id, receiver]));
  return named.map(({ message, template }) => {
    switch (template) {
      case "pending_badge":
        return tellEarner(message, badgeById.get(message.subjectId));
      case "webhook_failing":
        return tellContact(message, receiverById.get(message.subjectId));
      case undefined:
        return Promise.resolve({
          message,
          outcome: { state: "failed", reason: "unknown template" },
          detail: undefined,
        });
    }
  });
}

/** Outcomes, and for each mail that was sent its event: one commit, so that neither is there without the other. */
async function settleMails(attempted: Attempted<MailDetail>[]): Promise<void> {
  await transaction(async () => {
    const settled = await settle(attempted);
    const written = attempted.filter(({ message }) => settled.has(message.id));
    await record(written.flatMap(({ detail }) => detail?.events ?? []));
  });
}

/** The mails that follow from changes. */
export const mailJob: Job = {
  kind: "mail",
  // Twice: while half of them are on their way, the next are read and rendered.
  concurrency: CONNECTIONS * 2,
  perOrganization: CONNECTIONS,
  leaseMs: 60_000,
  attempt,
  settle: (attempted) => settleMails(attempted as Attempted<MailDetail>[]),
};
