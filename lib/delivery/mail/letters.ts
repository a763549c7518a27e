import { z } from "zod";
import { PASSWORD_LINK_MS } from "@/lib/identity/accounts/serializer";
import { clock } from "@/lib/kernel/clock";
import type { Claimed } from "@/lib/kernel/outbox/claim";
import type { Outcome } from "@/lib/kernel/outbox/settle";
import type { Attempted } from "@/lib/kernel/outbox/worker";
import { CONNECT_LINK_MS } from "@/lib/learning/connections/serializer";
import { accountMail, AccountPayload } from "./account-mails";
import { addressMail, AddressPayload, passwordMail, PasswordPayload } from "./address-mails";
import { BadgePayload, badgeMail, badgePart, eventsOf, isDue } from "./badge-mails";
import {
  employeeInvitationMail,
  employeeInvitationPart,
  InvitationPayload,
  memberInvitationMail,
  memberInvitationPart,
} from "./invitation-mails";
import { courseMail, coursePart, CoursePayload } from "./course-mails";
import { domainLostMail, domainLostPart, DomainPayload } from "./domain-mails";
import type { Letter, MailDetail } from "./letter";
import {
  findBadgesForMail,
  findDomainAdministrators,
  findFailingReceivers,
  findInvitedEmployees,
  findMemberInvitations,
  type FailingReceiver,
} from "./queries";
import {
  findClaimedAddresses,
  findCoursesToConnect,
  findForgottenPasswords,
  type ForgottenPassword,
} from "./address-queries";
import { contactOf, webhookFailingMail, webhookFailingPart, WebhookPayload } from "./webhook-mails";

const OfAddress = z.union([AddressPayload, PasswordPayload, AccountPayload, CoursePayload]);

const Payload = z.union([BadgePayload, WebhookPayload, DomainPayload, InvitationPayload, OfAddress]);

type Ended = Attempted<MailDetail>;

const ended = (message: Claimed, outcome: Outcome): Ended => ({ message, outcome, detail: undefined });

/** The mail is no longer needed: the badge was accepted, the invitation withdrawn, the address confirmed. */
const notNeeded = (message: Claimed): Ended => ended(message, { state: "done", reason: "not_needed" });

function webhookLetter(message: Claimed, receiver: FailingReceiver | undefined): Letter | Ended {
  if (!receiver) return notNeeded(message);
  const address = contactOf(receiver);
  if (!address) return ended(message, { state: "failed", reason: "the organization has no contact address" });
  const write = () => webhookFailingMail(receiver, address);
  return { message, write, part: webhookFailingPart(receiver, address), effects: {} };
}

/** No account has this address, or the link would have expired: then there is no mail. */
function passwordLetter(message: Claimed, forgotten: ForgottenPassword | undefined): Letter | Ended {
  const isFresh = clock.now().getTime() - message.begunAt.getTime() < PASSWORD_LINK_MS;
  if (!forgotten || !isFresh) return notNeeded(message);
  return { message, write: () => passwordMail(forgotten, message.begunAt), part: null, effects: {} };
}

type Named = { message: Claimed; payload: z.infer<typeof Payload> | undefined };

type Template = Exclude<
  z.infer<typeof Payload>["template"],
  "confirm_email" | "account_changed" | "domain_lost"
>;

type Kind =
  "badges" | "domains" | "receivers" | "claims" | "employees" | "invitations" | "passwords" | "courses";

/** The kind of the message's subject. */
function kindOf(template: Template): Exclude<Kind, "claims" | "domains"> {
  if (template === "webhook_failing") return "receivers";
  if (template === "employee_invitation") return "employees";
  if (template === "password") return "passwords";
  if (template === "connect_course") return "courses";
  return template === "member_invitation" ? "invitations" : "badges";
}

/** Loads the subjects of messages with one query. */
async function subjects<Subject extends { id: string }>(
  ids: string[],
  find: (ids: string[]) => Promise<Subject[]>,
): Promise<Map<string, Subject>> {
  const found = ids.length > 0 ? await find(ids) : [];
  return new Map(found.map((subject) => [subject.id, subject]));
}

/** Loads the subjects of all mails, with one query for each kind. */
async function findSubjects(named: Named[]) {
  const ids: Record<Kind, string[]> = {
    badges: [],
    domains: [],
    receivers: [],
    claims: [],
    employees: [],
    invitations: [],
    passwords: [],
    courses: [],
  };
  for (const { message, payload } of named) {
    if (payload?.template === "confirm_email") ids.claims.push(payload.email_id);
    // One administrator may have several organizations, so the id of the message is used.
    else if (payload?.template === "domain_lost") ids.domains.push(message.id);
    else if (payload && payload.template !== "account_changed")
      ids[kindOf(payload.template)].push(message.subjectId);
  }
  const [badges, domains, receivers, claims, employees, invitations, passwords, courses] = await Promise.all([
    subjects(ids.badges, findBadgesForMail),
    subjects(ids.domains, findDomainAdministrators),
    subjects(ids.receivers, findFailingReceivers),
    subjects(ids.claims, findClaimedAddresses),
    subjects(ids.employees, findInvitedEmployees),
    subjects(ids.invitations, findMemberInvitations),
    subjects(ids.passwords, findForgottenPasswords),
    subjects(ids.courses, findCoursesToConnect),
  ]);
  return { badges, domains, receivers, claims, employees, invitations, passwords, courses };
}

type Subjects = Awaited<ReturnType<typeof findSubjects>>;

const isOfBadge = (payload: z.infer<typeof Payload>): payload is BadgePayload =>
  payload.template.endsWith("_badge");

const isOfAddress = (payload: z.infer<typeof Payload>): payload is z.infer<typeof OfAddress> =>
  OfAddress.safeParse(payload).success;

function badgeLetter(message: Claimed, payload: BadgePayload, { badges }: Subjects): Letter | Ended {
  const badge = badges.get(message.subjectId);
  if (!badge || !isDue(badge, payload)) return notNeeded(message);
  const effects = { events: eventsOf(badge, payload) };
  return { message, write: () => badgeMail(badge, payload), part: badgePart(badge, payload), effects };
}

function employeeLetter(message: Claimed, { employees }: Subjects): Letter | Ended {
  const employee = employees.get(message.subjectId);
  if (!employee) return notNeeded(message);
  const write = () => employeeInvitationMail(employee);
  return { message, write, part: employeeInvitationPart(employee), effects: { invited: employee.id } };
}

function memberLetter(message: Claimed, { invitations }: Subjects): Letter | Ended {
  const invitation = invitations.get(message.subjectId);
  if (!invitation) return notNeeded(message);
  const write = () => memberInvitationMail(invitation);
  return { message, write, part: memberInvitationPart(invitation), effects: {} };
}

function addressLetter(message: Claimed, payload: AddressPayload, { claims }: Subjects): Letter | Ended {
  const claim = claims.get(payload.email_id);
  if (!claim) return notNeeded(message);
  return { message, write: () => addressMail(claim), part: null, effects: {} };
}

/** A newer request has its own mail, and the link of an older one would not work any more. */
function courseLetter(message: Claimed, { courses }: Subjects): Letter | Ended {
  const asked = courses.get(message.subjectId);
  const isFresh = asked && clock.now().getTime() - asked.askedAt.getTime() < CONNECT_LINK_MS;
  if (!isFresh || message.begunAt < asked.askedAt) return notNeeded(message);
  return { message, write: () => courseMail(asked), part: coursePart(asked), effects: {} };
}

function domainLetter(message: Claimed, { domain }: DomainPayload, { domains }: Subjects): Letter | Ended {
  const reader = domains.get(message.id);
  if (!reader) return notNeeded(message);
  const write = () => domainLostMail(reader, domain);
  return { message, write, part: domainLostPart(reader, domain), effects: {} };
}

/** Prepares a mail about the account that has or claims an address. */
function accountLetter(
  message: Claimed,
  payload: z.infer<typeof OfAddress>,
  found: Subjects,
): Letter | Ended {
  switch (payload.template) {
    case "confirm_email":
      return addressLetter(message, payload, found);
    case "connect_course":
      return courseLetter(message, found);
    case "password":
      return passwordLetter(message, found.passwords.get(message.subjectId));
    case "account_changed":
      // A change of an account is reported whatever happened to the account since.
      return { message, write: () => accountMail(payload), part: null, effects: {} };
  }
}

function letterOf({ message, payload }: Named, found: Subjects): Letter | Ended {
  if (!payload) return ended(message, { state: "failed", reason: "unknown template" });
  if (isOfBadge(payload)) return badgeLetter(message, payload, found);
  if (isOfAddress(payload)) return accountLetter(message, payload, found);
  switch (payload.template) {
    case "webhook_failing":
      return webhookLetter(message, found.receivers.get(message.subjectId));
    case "domain_lost":
      return domainLetter(message, payload, found);
    case "employee_invitation":
      return employeeLetter(message, found);
    case "member_invitation":
      return memberLetter(message, found);
  }
}

/** Returns whether there is a mail to send; otherwise the message already has an outcome. */
export const isLetter = (one: Letter | Ended): one is Letter => "write" in one;

/**
 * Loads the subjects of messages, with one query for each kind, and returns in their order the mail or the outcome of
 * each.
 */
export async function lettersOf(messages: Claimed[]): Promise<(Letter | Ended)[]> {
  const named = messages.map((message) => ({
    message,
    payload: Payload.safeParse(message.payload).data,
  }));
  const found = await findSubjects(named);
  return named.map((one) => letterOf(one, found));
}
