import { z } from "zod";
import type { ClaimedMessage } from "@/lib/kernel/outbox/claim";
import { AccountPayload } from "./account-mails";
import { AddressPayload, PasswordPayload } from "./address-mails";
import {
  findClaimedAddresses,
  findCoursesToConnect,
  findPasswordRecipients,
  findBadgesForMail,
  findDesignTesters,
  findDomainAdministrators,
  findFailingReceivers,
  findInvitedEmployees,
  findMemberInvitations,
} from "./queries";
import { BadgePayload } from "./badge-mails";
import { CoursePayload } from "./course-mails";
import { DesignTestPayload } from "./design-test-mails";
import { DomainPayload } from "./domain-mails";
import { NoticePayload } from "./notice-mails";
import { findMailedNotices } from "./notice-queries";
import { InvitationPayload } from "./invitation-mails";
import { WebhookFailingPayload } from "./webhook-mails";

export const AccountPayloads = z.union([AddressPayload, PasswordPayload, AccountPayload, CoursePayload]);

export const Payload = z.union([
  BadgePayload,
  WebhookFailingPayload,
  DomainPayload,
  InvitationPayload,
  AccountPayloads,
  DesignTestPayload,
  NoticePayload,
]);

export type ParsedMessage = { message: ClaimedMessage; payload: z.infer<typeof Payload> | undefined };

type Template = Exclude<
  z.infer<typeof Payload>["template"],
  "confirm_email" | "account_changed" | "domain_lost" | "design_test"
>;

type SubjectKind =
  | "badges"
  | "domains"
  | "receivers"
  | "claims"
  | "employees"
  | "invitations"
  | "passwords"
  | "courses"
  | "tests"
  | "notices";

/** The kind of the message's subject. */
function subjectKind(template: Template): Exclude<SubjectKind, "claims" | "domains" | "tests"> {
  if (template === "webhook_failing") return "receivers";
  if (template === "employee_invitation") return "employees";
  if (template === "notice") return "notices";
  if (template === "password") return "passwords";
  if (template === "connect_course") return "courses";
  return template === "member_invitation" ? "invitations" : "badges";
}

/** Loads the subjects of messages with one query. */
async function loadSubjects<Subject extends { id: string }>(
  ids: string[],
  find: (ids: string[]) => Promise<Subject[]>,
): Promise<Map<string, Subject>> {
  const found = ids.length > 0 ? await find(ids) : [];
  return new Map(found.map((subject) => [subject.id, subject]));
}

/** Loads the subjects of all mails, with one query for each kind. */
export async function loadAllSubjects(parsed: ParsedMessage[]) {
  const ids: Record<SubjectKind, string[]> = {
    badges: [],
    domains: [],
    receivers: [],
    claims: [],
    employees: [],
    invitations: [],
    passwords: [],
    courses: [],
    tests: [],
    notices: [],
  };
  for (const { message, payload } of parsed) {
    if (payload?.template === "confirm_email") ids.claims.push(payload.email_id);
    // One administrator may have several organizations, so the id of the message is used.
    else if (payload?.template === "domain_lost") ids.domains.push(message.id);
    // So may one who tries a design.
    else if (payload?.template === "design_test") ids.tests.push(message.id);
    else if (payload && payload.template !== "account_changed")
      ids[subjectKind(payload.template)].push(message.subjectId);
  }
  const [badges, domains, receivers, claims, employees, invitations, passwords, courses, tests, notices] =
    await Promise.all([
      loadSubjects(ids.badges, findBadgesForMail),
      loadSubjects(ids.domains, findDomainAdministrators),
      loadSubjects(ids.receivers, findFailingReceivers),
      loadSubjects(ids.claims, findClaimedAddresses),
      loadSubjects(ids.employees, findInvitedEmployees),
      loadSubjects(ids.invitations, findMemberInvitations),
      loadSubjects(ids.passwords, findPasswordRecipients),
      loadSubjects(ids.courses, findCoursesToConnect),
      loadSubjects(ids.tests, findDesignTesters),
      loadSubjects(ids.notices, findMailedNotices),
    ]);
  return { badges, domains, receivers, claims, employees, invitations, passwords, courses, tests, notices };
}

export type Subjects = Awaited<ReturnType<typeof loadAllSubjects>>;
