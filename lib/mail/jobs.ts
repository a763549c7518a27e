import { z } from "zod";
import { noteInvitationsSent } from "@/lib/employees/invitations";
import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { publicUrl } from "@/lib/kernel/env";
import { settle, type Claimed, type Outcome } from "@/lib/kernel/outbox/claim";
import { record, type NewEvent } from "@/lib/kernel/outbox/record";
import type { Attempted, Job } from "@/lib/kernel/outbox/worker";
import { BadgePayload, badgeMail, eventsOf, isDue } from "./badge-mails";
import {
  findBadgesForMail,
  findFailingReceivers,
  findInvitedEmployees,
  type FailingReceiver,
  type InvitedEmployee,
  type MailedBadge,
} from "./queries";
import { renderEmployeeInvitation, renderWebhookFailing } from "./render";
import { nextAttempt } from "./retries";
import { CONNECTIONS, mailTransport, type Mail } from "./transport";

const WebhookPayload = z.object({ template: z.literal("webhook_failing") });
const InvitationPayload = z.object({ template: z.literal("employee_invitation") });
const Payload = z.union([BadgePayload, WebhookPayload, InvitationPayload]);

/** A mail that was handed over: the event that this is, and the employee whom it invited. */
type MailDetail = { events?: NewEvent[]; invited?: string } | undefined;

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

async function invitationMail(employee: InvitedEmployee): Promise<Omit<Mail, "id">> {
  const { organization, user, email } = employee;
  const content = await renderEmployeeInvitation(user?.locale ?? "en", {
    employee: employee.firstName,
    address: email,
    organization: organization.name,
    color: organization.primaryHexColor,
    link: publicUrl("/sign-in"),
  });
  const name = [employee.firstName, employee.lastName].filter(Boolean).join(" ");
  const replyTo = organization.supportEmail
    ? { name: organization.name, address: organization.supportEmail }
    : null;
  return { ...content, to: { name, address: email }, replyTo };
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

/** What became of the badge meanwhile may leave nothing to say: then there is no mail. */
async function tellEarner(
  message: Claimed,
  payload: BadgePayload,
  badge: MailedBadge | undefined,
): Promise<Attempted<MailDetail>> {
  if (!badge || !isDue(badge, payload)) return { message, outcome: { state: "done" }, detail: undefined };
  const outcome = await deliver(message, await badgeMail(badge, payload));
  return { message, outcome, detail: { events: outcome.state === "done" ? eventsOf(badge, payload) : [] } };
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

/** Who was deleted or decided meanwhile needs no invitation. */
async function inviteEmployee(
  message: Claimed,
  employee: InvitedEmployee | undefined,
): Promise<Attempted<MailDetail>> {
  if (!employee) return { message, outcome: { state: "done" }, detail: undefined };
  const outcome = await deliver(message, await invitationMail(employee));
  return { message, outcome, detail: outcome.state === "done" ? { invited: employee.id } : {} };
}

type Named = { message: Claimed; payload: z.infer<typeof Payload> | undefined };

const isAbout =
  (template: "webhook_failing" | "employee_invitation") =>
  ({ payload }: Named): boolean =>
    payload?.template === template;

const isAboutBadge = ({ payload }: Named): boolean => BadgePayload.safeParse(payload).success;

/** What the mails are about, each kind read by one query. */
async function findSubjects(named: Named[]) {
  const ids = (some: Named[]): string[] => some.map(({ message }) => message.subjectId);
  const organizationIds = ids(named.filter(isAbout("webhook_failing")));
  const employeeIds = ids(named.filter(isAbout("employee_invitation")));
  const badgeIds = ids(named.filter(isAboutBadge));
  const [badges, receivers, employees] = await Promise.all([
    badgeIds.length > 0 ? findBadgesForMail(badgeIds) : [],
    organizationIds.length > 0 ? findFailingReceivers(organizationIds) : [],
    employeeIds.length > 0 ? findInvitedEmployees(employeeIds) : [],
  ]);
  return {
    badgeById: new Map(badges.map((badge) => [badge.id, badge])),
    receiverById: new Map(receivers.map((receiver) => [receiver.id, receiver])),
    employeeById: new Map(employees.map((employee) => [employee.id, employee])),
  };
}

const unknownTemplate = (message: Claimed): Attempted<MailDetail> => ({
  message,
  outcome: { state: "failed", reason: "unknown template" },
  detail: undefined,
});

async function attempt(messages: Claimed[]): Promise<Promise<Attempted<MailDetail>>[]> {
  const named = messages.map((message) => ({
    message,
    payload: Payload.safeParse(message.payload).data,
  }));
  const { badgeById, receiverById, employeeById } = await findSubjects(named);
  return named.map(({ message, payload }) => {
    if (!payload) return Promise.resolve(unknownTemplate(message));
    switch (payload.template) {
      case "webhook_failing":
        return tellContact(message, receiverById.get(message.subjectId));
      case "employee_invitation":
        return inviteEmployee(message, employeeById.get(message.subjectId));
      case "pending_badge":
      case "replaced_badge":
      case "revoked_badge":
      case "expiring_badge":
        return tellEarner(message, payload, badgeById.get(message.subjectId));
    }
  });
}

/** Outcomes, and for each mail that was sent its event: one commit, so that neither is there without the other. */
async function settleMails(attempted: Attempted<MailDetail>[]): Promise<void> {
  await transaction(async () => {
    const settled = await settle(attempted);
    const written = attempted.filter(({ message }) => settled.has(message.id));
    await record(written.flatMap(({ detail }) => detail?.events ?? []));
    await noteInvitationsSent(written.flatMap(({ detail }) => detail?.invited ?? []));
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
