import { z } from "zod";
import { PASSWORD_LINK_MS } from "@/lib/accounts/serializer";
import { noteInvitationsSent } from "@/lib/employees/invitations";
import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { publicUrl } from "@/lib/kernel/env";
import { settle, type Claimed, type Outcome } from "@/lib/kernel/outbox/claim";
import { record, type NewEvent } from "@/lib/kernel/outbox/record";
import type { Attempted, Job } from "@/lib/kernel/outbox/worker";
import { accountMail, AccountPayload } from "./account-mails";
import { addressMail, AddressPayload, passwordMail, PasswordPayload } from "./address-mails";
import { BadgePayload, badgeMail, eventsOf, isDue } from "./badge-mails";
import { employeeInvitationMail, InvitationPayload, memberInvitationMail } from "./invitation-mails";
import {
  findBadgesForMail,
  findClaimedAddresses,
  findFailingReceivers,
  findForgottenPasswords,
  findInvitedEmployees,
  findMemberInvitations,
  type ClaimedAddress,
  type FailingReceiver,
  type ForgottenPassword,
  type InvitedEmployee,
  type InvitedMember,
  type MailedBadge,
} from "./queries";
import { renderWebhookFailing } from "./render";
import { nextAttempt } from "./retries";
import { CONNECTIONS, mailTransport, type Mail } from "./transport";

const WebhookPayload = z.object({ template: z.literal("webhook_failing") });
const Payload = z.union([
  BadgePayload,
  WebhookPayload,
  InvitationPayload,
  AddressPayload,
  PasswordPayload,
  AccountPayload,
]);

/** A mail that was handed over: the event that this is, and the employee whom it invited. */
type MailDetail = { events?: NewEvent[]; invited?: string } | undefined;

async function webhookFailingMail(receiver: FailingReceiver, address: string): Promise<Omit<Mail, "id">> {
  // An organization has no language of its own; the console that the mail leads to is English.
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

const NOT_NEEDED: Outcome = { state: "done", reason: "not_needed" };

/** What became of the badge meanwhile may leave nothing to say: then there is no mail. */
async function tellEarner(
  message: Claimed,
  payload: BadgePayload,
  badge: MailedBadge | undefined,
): Promise<Attempted<MailDetail>> {
  if (!badge || !isDue(badge, payload)) return { message, outcome: NOT_NEEDED, detail: undefined };
  const outcome = await deliver(message, await badgeMail(badge, payload));
  return { message, outcome, detail: { events: outcome.state === "done" ? eventsOf(badge, payload) : [] } };
}

/** A receiver that works again, or was removed, is no longer worth a mail. */
async function tellContact(
  message: Claimed,
  receiver: FailingReceiver | undefined,
): Promise<Attempted<MailDetail>> {
  if (!receiver) return { message, outcome: NOT_NEEDED, detail: undefined };
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
  if (!employee) return { message, outcome: NOT_NEEDED, detail: undefined };
  const outcome = await deliver(message, await employeeInvitationMail(employee));
  return { message, outcome, detail: outcome.state === "done" ? { invited: employee.id } : {} };
}

/** An invitation that was accepted or withdrawn meanwhile, or expired, needs no mail. */
async function inviteMember(
  message: Claimed,
  invitation: InvitedMember | undefined,
): Promise<Attempted<MailDetail>> {
  const outcome: Outcome = invitation
    ? await deliver(message, await memberInvitationMail(invitation))
    : NOT_NEEDED;
  return { message, outcome, detail: undefined };
}

/** An address that was confirmed or removed meanwhile needs no mail. */
async function tellAddress(
  message: Claimed,
  claim: ClaimedAddress | undefined,
): Promise<Attempted<MailDetail>> {
  const outcome: Outcome = claim ? await deliver(message, await addressMail(claim)) : NOT_NEEDED;
  return { message, outcome, detail: undefined };
}

/** Nobody has this address, or the link would not work any more: then there is no mail. */
async function tellForgetful(
  message: Claimed,
  forgotten: ForgottenPassword | undefined,
): Promise<Attempted<MailDetail>> {
  const isFresh = clock.now().getTime() - message.begunAt.getTime() < PASSWORD_LINK_MS;
  const outcome: Outcome =
    forgotten && isFresh
      ? await deliver(message, await passwordMail(forgotten, message.begunAt))
      : NOT_NEEDED;
  return { message, outcome, detail: undefined };
}

/** What was done to an account is told whatever became of it since. */
const tellOwner = async (message: Claimed, payload: AccountPayload): Promise<Attempted<MailDetail>> => ({
  message,
  outcome: await deliver(message, await accountMail(payload)),
  detail: undefined,
});

type Named = { message: Claimed; payload: z.infer<typeof Payload> | undefined };

type Template = Exclude<z.infer<typeof Payload>["template"], "confirm_email" | "account_changed">;

type Kind = "badges" | "receivers" | "claims" | "employees" | "invitations" | "passwords";

/** What a mail's message has for its subject. */
function kindOf(template: Template): Exclude<Kind, "claims"> {
  if (template === "webhook_failing") return "receivers";
  if (template === "employee_invitation") return "employees";
  if (template === "password") return "passwords";
  return template === "member_invitation" ? "invitations" : "badges";
}

/** What the messages of some templates are about, read by one query. */
async function subjects<Subject extends { id: string }>(
  ids: string[],
  find: (ids: string[]) => Promise<Subject[]>,
): Promise<Map<string, Subject>> {
  const found = ids.length > 0 ? await find(ids) : [];
  return new Map(found.map((subject) => [subject.id, subject]));
}

/** What the mails are about, each kind read by one query. */
async function findSubjects(named: Named[]) {
  const ids: Record<Kind, string[]> = {
    badges: [],
    receivers: [],
    claims: [],
    employees: [],
    invitations: [],
    passwords: [],
  };
  for (const { message, payload } of named) {
    if (payload?.template === "confirm_email") ids.claims.push(payload.email_id);
    else if (payload && payload.template !== "account_changed")
      ids[kindOf(payload.template)].push(message.subjectId);
  }
  const [badges, receivers, claims, employees, invitations, passwords] = await Promise.all([
    subjects(ids.badges, findBadgesForMail),
    subjects(ids.receivers, findFailingReceivers),
    subjects(ids.claims, findClaimedAddresses),
    subjects(ids.employees, findInvitedEmployees),
    subjects(ids.invitations, findMemberInvitations),
    subjects(ids.passwords, findForgottenPasswords),
  ]);
  return { badges, receivers, claims, employees, invitations, passwords };
}

const isOfBadge = (payload: z.infer<typeof Payload>): payload is BadgePayload =>
  payload.template.endsWith("_badge");

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
  const { badges, receivers, claims, employees, invitations, passwords } = await findSubjects(named);
  return named.map(({ message, payload }) => {
    if (!payload) return Promise.resolve(unknownTemplate(message));
    if (isOfBadge(payload)) return tellEarner(message, payload, badges.get(message.subjectId));
    switch (payload.template) {
      case "webhook_failing":
        return tellContact(message, receivers.get(message.subjectId));
      case "employee_invitation":
        return inviteEmployee(message, employees.get(message.subjectId));
      case "member_invitation":
        return inviteMember(message, invitations.get(message.subjectId));
      case "confirm_email":
        return tellAddress(message, claims.get(payload.email_id));
      case "password":
        return tellForgetful(message, passwords.get(message.subjectId));
      case "account_changed":
        return tellOwner(message, payload);
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
