import { z } from "zod";
import { PASSWORD_LINK_MS } from "@/lib/accounts/serializer";
import { clock } from "@/lib/kernel/clock";
import type { Claimed, Outcome } from "@/lib/kernel/outbox/claim";
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
import type { Letter, MailDetail } from "./letter";
import {
  findBadgesForMail,
  findClaimedAddresses,
  findCoursesToConnect,
  findFailingReceivers,
  findForgottenPasswords,
  findInvitedEmployees,
  findMemberInvitations,
  type ClaimedAddress,
  type FailingReceiver,
  type ForgottenPassword,
} from "./queries";
import { contactOf, webhookFailingMail, webhookFailingPart, WebhookPayload } from "./webhook-mails";

const Payload = z.union([
  BadgePayload,
  WebhookPayload,
  InvitationPayload,
  AddressPayload,
  PasswordPayload,
  AccountPayload,
  CoursePayload,
]);

type Ended = Attempted<MailDetail>;

const ended = (message: Claimed, outcome: Outcome): Ended => ({ message, outcome, detail: undefined });

/** What happened meanwhile left nothing to say: the badge was answered, the invitation withdrawn, the address confirmed. */
const notNeeded = (message: Claimed): Ended => ended(message, { state: "done", reason: "not_needed" });

function webhookLetter(message: Claimed, receiver: FailingReceiver | undefined): Letter | Ended {
  if (!receiver) return notNeeded(message);
  const address = contactOf(receiver);
  if (!address) return ended(message, { state: "failed", reason: "the organization has no contact address" });
  const write = () => webhookFailingMail(receiver, address);
  return { message, write, part: webhookFailingPart(receiver, address), effects: {} };
}

/** Nobody has this address, or the link would not work any more: then there is no mail. */
function passwordLetter(message: Claimed, forgotten: ForgottenPassword | undefined): Letter | Ended {
  const isFresh = clock.now().getTime() - message.begunAt.getTime() < PASSWORD_LINK_MS;
  if (!forgotten || !isFresh) return notNeeded(message);
  return { message, write: () => passwordMail(forgotten, message.begunAt), part: null, effects: {} };
}

type Named = { message: Claimed; payload: z.infer<typeof Payload> | undefined };

type Template = Exclude<z.infer<typeof Payload>["template"], "confirm_email" | "account_changed">;

type Kind = "badges" | "receivers" | "claims" | "employees" | "invitations" | "passwords" | "courses";

/** What a mail's message has for its subject. */
function kindOf(template: Template): Exclude<Kind, "claims"> {
  if (template === "webhook_failing") return "receivers";
  if (template === "employee_invitation") return "employees";
  if (template === "password") return "passwords";
  if (template === "connect_course") return "courses";
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
    courses: [],
  };
  for (const { message, payload } of named) {
    if (payload?.template === "confirm_email") ids.claims.push(payload.email_id);
    else if (payload && payload.template !== "account_changed")
      ids[kindOf(payload.template)].push(message.subjectId);
  }
  const [badges, receivers, claims, employees, invitations, passwords, courses] = await Promise.all([
    subjects(ids.badges, findBadgesForMail),
    subjects(ids.receivers, findFailingReceivers),
    subjects(ids.claims, findClaimedAddresses),
    subjects(ids.employees, findInvitedEmployees),
    subjects(ids.invitations, findMemberInvitations),
    subjects(ids.passwords, findForgottenPasswords),
    subjects(ids.courses, findCoursesToConnect),
  ]);
  return { badges, receivers, claims, employees, invitations, passwords, courses };
}

type Subjects = Awaited<ReturnType<typeof findSubjects>>;

const isOfBadge = (payload: z.infer<typeof Payload>): payload is BadgePayload =>
  payload.template.endsWith("_badge");

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

function claimLetter(message: Claimed, claim: ClaimedAddress | undefined): Letter | Ended {
  if (!claim) return notNeeded(message);
  return { message, write: () => addressMail(claim), part: null, effects: {} };
}

/** A newer request has a mail of its own, and of an older one the link would not work any more. */
function courseLetter(message: Claimed, { courses }: Subjects): Letter | Ended {
  const asked = courses.get(message.subjectId);
  const isFresh = asked && clock.now().getTime() - asked.askedAt.getTime() < CONNECT_LINK_MS;
  if (!isFresh || message.begunAt < asked.askedAt) return notNeeded(message);
  return { message, write: () => courseMail(asked), part: coursePart(asked), effects: {} };
}

function letterOf({ message, payload }: Named, found: Subjects): Letter | Ended {
  if (!payload) return ended(message, { state: "failed", reason: "unknown template" });
  if (isOfBadge(payload)) return badgeLetter(message, payload, found);
  switch (payload.template) {
    case "webhook_failing":
      return webhookLetter(message, found.receivers.get(message.subjectId));
    case "employee_invitation":
      return employeeLetter(message, found);
    case "member_invitation":
      return memberLetter(message, found);
    case "confirm_email":
      return claimLetter(message, found.claims.get(payload.email_id));
    case "connect_course":
      return courseLetter(message, found);
    case "password":
      return passwordLetter(message, found.passwords.get(message.subjectId));
    case "account_changed":
      // What was done to an account is reported whatever became of it since.
      return { message, write: () => accountMail(payload), part: null, effects: {} };
  }
}

/** Returns whether there is a mail to send; otherwise the message has ended already. */
export const isLetter = (one: Letter | Ended): one is Letter => "write" in one;

/** Reads what messages are about, a query for each kind, and returns in their order the mail of each or how it ended. */
export async function lettersOf(messages: Claimed[]): Promise<(Letter | Ended)[]> {
  const named = messages.map((message) => ({
    message,
    payload: Payload.safeParse(message.payload).data,
  }));
  const found = await findSubjects(named);
  return named.map((one) => letterOf(one, found));
}
