import { z } from "zod";
import { publicUrl } from "@/lib/kernel/env";
import { withLanguage, toLocale } from "@/lib/kernel/locales";
import { buildInvitationUrl } from "@/lib/accounts/memberships/serializer";
import type { MailPart } from "./mail-task";
import { buildSender, type Mail } from "./transport";
import type { InvitedEmployee, InvitedMember } from "./queries";
import { renderEmployeeInvitation, renderMemberInvitation } from "./render";
import { joinNames } from "@/lib/kernel/names";

/** Invitations of employees to connect their badges, and of people to become members of an organization. */
export const InvitationPayload = z.object({ template: z.enum(["employee_invitation", "member_invitation"]) });

const signInLink = (locale: string): string =>
  withLanguage(publicUrl("/sign-in?callbackUrl=%2Fwallet%2Femployers"), toLocale(locale));

const employeeName = ({ firstName, lastName }: InvitedEmployee): string => joinNames(firstName, lastName);

type InvitedPerson = Omit<InvitedEmployee, "id" | "email" | "firstName" | "lastName">;

const commonPart = (invited: InvitedPerson) => ({
  locale: invited.locale,
  ...buildSender(invited.organization, invited),
  sender: invited.organization,
  color: invited.color,
  isNewBadge: false,
  note: null,
});

/** Builds the part of a merged mail with the invitation of an employee. */
export const buildEmployeeInvitationPart = (employee: InvitedEmployee): MailPart => ({
  ...commonPart(employee),
  to: { name: employeeName(employee), address: employee.email },
  line: ({ t }) => t("employee_invitation.subject", { organization: employee.organization }),
  link: { href: signInLink(employee.locale), label: ({ t }) => t("employee_invitation.action") },
});

/** Builds the part of a merged mail with the invitation of a member. */
export const buildMemberInvitationPart = (invitation: InvitedMember): MailPart => ({
  ...commonPart(invitation),
  to: { name: "", address: invitation.email },
  line: ({ t }) => t("member_invitation.subject", { organization: invitation.organization }),
  link: { href: buildInvitationUrl(invitation), label: ({ t }) => t("member_invitation.action") },
});

/** Builds the mail that asks an employee to decide about a connection, on the wallet's page of employers. */
export async function buildEmployeeInvitationMail(employee: InvitedEmployee): Promise<Omit<Mail, "id">> {
  const { organization, email } = employee;
  const locale = toLocale(employee.locale);
  const content = await renderEmployeeInvitation(locale, {
    employee: employee.firstName,
    address: email,
    organization,
    color: employee.color,
    link: signInLink(locale),
  });
  return {
    ...content,
    to: { name: employeeName(employee), address: email },
    ...buildSender(organization, employee),
  };
}

/**
 * Builds the mail whose link makes its reader a member. Invitations by a program are sent in the organization's name.
 * The link leads to a page of the console, which is English.
 */
export async function buildMemberInvitationMail(invitation: InvitedMember): Promise<Omit<Mail, "id">> {
  const { organization, email } = invitation;
  const content = await renderMemberInvitation(toLocale(invitation.locale), {
    inviter: invitation.inviterType === "User" ? invitation.inviter || null : null,
    address: email,
    organization,
    role: invitation.role,
    color: invitation.color,
    expiresAt: invitation.expiresAt,
    link: buildInvitationUrl(invitation),
  });
  return { ...content, to: { name: "", address: email }, ...buildSender(organization, invitation) };
}
