import type { z } from "zod";
import { PASSWORD_LINK_MS } from "@/lib/accounts/accounts/serializer";
import { clock } from "@/lib/kernel/clock";
import type { ClaimedMessage } from "@/lib/kernel/outbox/claim";
import type { Outcome } from "@/lib/kernel/outbox/outcomes";
import { findTestOrganizationIds } from "@/lib/organizations/profile/mode";
import { CONNECT_LINK_MS } from "@/lib/learning/connections/serializer";
import { buildAccountMail } from "./account-mails";
import { buildAddressMail, buildPasswordMail, type AddressPayload } from "./address-mails";
import type { PasswordRecipient, FailingReceiver } from "./queries";
import {
  buildBadgeMail,
  buildBadgePart,
  buildSentEvents,
  isStillNeeded,
  type BadgePayload,
} from "./badge-mails";
import { buildCourseMail, buildCoursePart } from "./course-mails";
import { buildDesignTestMail, type DesignTestPayload } from "./design-test-mails";
import { buildDomainLostMail, buildDomainLostPart, type DomainPayload } from "./domain-mails";
import {
  buildEmployeeInvitationMail,
  buildEmployeeInvitationPart,
  buildMemberInvitationMail,
  buildMemberInvitationPart,
} from "./invitation-mails";
import {
  AccountPayloads,
  loadAllSubjects,
  Payload,
  type ParsedMessage,
  type Subjects,
} from "./load-subjects";
import { isTask, type MailResult, type PreparedMail, type WrittenMail } from "./mail-task";
import { buildNoticeMail, buildNoticePart } from "./notice-mails";
import type { MailedNotice } from "./notice-queries";
import { webhookContact, buildWebhookFailingMail, buildWebhookFailingPart } from "./webhook-mails";

const toResult = (message: ClaimedMessage, outcome: Outcome): MailResult => ({
  message,
  outcome,
  detail: undefined,
});

/** The mail is no longer needed: the badge was accepted, the invitation withdrawn, the address confirmed. */
const notNeededResult = (message: ClaimedMessage): MailResult =>
  toResult(message, { state: "done", reason: "not_needed" });

function prepareWebhook(message: ClaimedMessage, receiver: FailingReceiver | undefined): WrittenMail {
  if (!receiver) return notNeededResult(message);
  const address = webhookContact(receiver);
  if (!address)
    return toResult(message, { state: "failed", reason: "the organization has no contact address" });
  const write = () => buildWebhookFailingMail(receiver, address);
  return { message, write, part: buildWebhookFailingPart(receiver, address), effects: {} };
}

/** No account has this address, or the link would have expired: then there is no mail. */
function preparePassword(message: ClaimedMessage, forgotten: PasswordRecipient | undefined): WrittenMail {
  const isFresh = clock.now().getTime() - message.begunAt.getTime() < PASSWORD_LINK_MS;
  if (!forgotten || !isFresh) return notNeededResult(message);
  return { message, write: () => buildPasswordMail(forgotten, message.begunAt), part: null, effects: {} };
}

const isBadgePayload = (payload: z.infer<typeof Payload>): payload is BadgePayload =>
  payload.template.endsWith("_badge");

const isAccountPayload = (payload: z.infer<typeof Payload>): payload is z.infer<typeof AccountPayloads> =>
  AccountPayloads.safeParse(payload).success;

function prepareBadge(message: ClaimedMessage, payload: BadgePayload, { badges }: Subjects): WrittenMail {
  const badge = badges.get(message.subjectId);
  if (!badge || !isStillNeeded(badge, payload)) return notNeededResult(message);
  const effects = { events: buildSentEvents(badge, payload) };
  return {
    message,
    write: () => buildBadgeMail(badge, payload),
    part: buildBadgePart(badge, payload),
    effects,
  };
}

function prepareEmployee(message: ClaimedMessage, { employees }: Subjects): WrittenMail {
  const employee = employees.get(message.subjectId);
  if (!employee) return notNeededResult(message);
  const write = () => buildEmployeeInvitationMail(employee);
  return { message, write, part: buildEmployeeInvitationPart(employee), effects: { invited: employee.id } };
}

function prepareMember(message: ClaimedMessage, { invitations }: Subjects): WrittenMail {
  const invitation = invitations.get(message.subjectId);
  if (!invitation) return notNeededResult(message);
  const write = () => buildMemberInvitationMail(invitation);
  return { message, write, part: buildMemberInvitationPart(invitation), effects: {} };
}

function prepareAddress(message: ClaimedMessage, payload: AddressPayload, { claims }: Subjects): WrittenMail {
  const claim = claims.get(payload.email_id);
  if (!claim) return notNeededResult(message);
  return { message, write: () => buildAddressMail(claim), part: null, effects: {} };
}

/** A newer request has its own mail, and the link of an older one would not work any more. */
function prepareCourse(message: ClaimedMessage, { courses }: Subjects): WrittenMail {
  const request = courses.get(message.subjectId);
  const isFresh = request && clock.now().getTime() - request.askedAt.getTime() < CONNECT_LINK_MS;
  if (!isFresh || message.begunAt < request.askedAt) return notNeededResult(message);
  return { message, write: () => buildCourseMail(request), part: buildCoursePart(request), effects: {} };
}

function prepareDomain(
  message: ClaimedMessage,
  { domain }: DomainPayload,
  { domains }: Subjects,
): WrittenMail {
  const reader = domains.get(message.id);
  if (!reader) return notNeededResult(message);
  const write = () => buildDomainLostMail(reader, domain);
  return { message, write, part: buildDomainLostPart(reader, domain), effects: {} };
}

/** The notice is gone with the membership or the account: then there is no mail. */
function prepareNotice(message: ClaimedMessage, notice: MailedNotice | undefined): WrittenMail {
  if (!notice) return notNeededResult(message);
  return { message, write: () => buildNoticeMail(notice), part: buildNoticePart(notice), effects: {} };
}

/** The member requested it, so it is sent at once, and alone. */
function prepareDesignTest(
  message: ClaimedMessage,
  payload: DesignTestPayload,
  { tests }: Subjects,
): WrittenMail {
  const tester = tests.get(message.id);
  if (!tester) return notNeededResult(message);
  return { message, write: () => buildDesignTestMail(tester, payload), part: null, effects: {} };
}

/** Prepares a mail about the account that has or claims an address. */
function prepareAccount(
  message: ClaimedMessage,
  payload: z.infer<typeof AccountPayloads>,
  found: Subjects,
): WrittenMail {
  switch (payload.template) {
    case "confirm_email":
      return prepareAddress(message, payload, found);
    case "connect_course":
      return prepareCourse(message, found);
    case "password":
      return preparePassword(message, found.passwords.get(message.subjectId));
    case "account_changed":
      // A change of an account is reported whatever happened to the account since.
      return { message, write: () => buildAccountMail(payload), part: null, effects: {} };
  }
}

function prepareMail({ message, payload }: ParsedMessage, found: Subjects): WrittenMail {
  if (!payload) return toResult(message, { state: "failed", reason: "unknown template" });
  if (isBadgePayload(payload)) return prepareBadge(message, payload, found);
  if (isAccountPayload(payload)) return prepareAccount(message, payload, found);
  switch (payload.template) {
    case "webhook_failing":
      return prepareWebhook(message, found.receivers.get(message.subjectId));
    case "domain_lost":
      return prepareDomain(message, payload, found);
    case "notice":
      return prepareNotice(message, found.notices.get(message.subjectId));
    case "design_test":
      return prepareDesignTest(message, payload, found);
    case "employee_invitation":
      return prepareEmployee(message, found);
    case "member_invitation":
      return prepareMember(message, found);
  }
}

/** Finds which organizations of these messages are test organizations, with one query. */
const findTests = (messages: ClaimedMessage[]): Promise<Set<string>> =>
  findTestOrganizationIds(messages.flatMap(({ organizationId }) => organizationId ?? []));

/**
 * Loads the subjects of messages, with one query for each kind, and returns in their order the mail or the outcome of
 * each.
 */
export async function prepareMails(messages: ClaimedMessage[]): Promise<PreparedMail[]> {
  const parsed = messages.map((message) => ({
    message,
    payload: Payload.safeParse(message.payload).data,
  }));
  const [found, tests] = await Promise.all([loadAllSubjects(parsed), findTests(messages)]);
  return parsed.map((one) => {
    const mail = prepareMail(one, found);
    return isTask(mail) ? { ...mail, isTest: tests.has(one.message.organizationId ?? "") } : mail;
  });
}
