import { z } from "zod";
import { publicUrl } from "@/lib/kernel/env";
import { inLanguage } from "@/lib/kernel/locales";
import { invitationUrl } from "@/lib/identity/memberships/serializer";
import type { Part } from "./letter";
import type { InvitedEmployee, InvitedMember } from "./queries";
import { renderEmployeeInvitation, renderMemberInvitation } from "./render";
import type { Mail } from "./transport";
import { knownLocale } from "@/lib/kernel/locales";

/** Invitations of employees to connect their badges, and of people to become members of an organization. */
export const InvitationPayload = z.object({ template: z.enum(["employee_invitation", "member_invitation"]) });

const signInLink = (locale: string): string =>
  inLanguage(publicUrl("/sign-in?callbackUrl=%2Fwallet%2Femployers"), knownLocale(locale));

const replyToOf = ({ organization, supportEmail }: Pick<InvitedEmployee, "organization" | "supportEmail">) =>
  supportEmail ? { name: organization, address: supportEmail } : null;

const nameOf = ({ firstName, lastName }: InvitedEmployee): string =>
  [firstName, lastName].filter(Boolean).join(" ");

type Invited = Pick<InvitedEmployee, "locale" | "organization" | "supportEmail" | "color">;

const partOf = (invited: Invited) => ({
  locale: invited.locale,
  replyTo: replyToOf(invited),
  sender: invited.organization,
  color: invited.color,
  isNewBadge: false,
  note: null,
});

/** Builds the part of a merged mail with the invitation of an employee. */
export const employeeInvitationPart = (employee: InvitedEmployee): Part => ({
  ...partOf(employee),
  to: { name: nameOf(employee), address: employee.email },
  line: ({ t }) => t("employee_invitation.subject", { organization: employee.organization }),
  link: { href: signInLink(employee.locale), label: ({ t }) => t("employee_invitation.action") },
});

/** Builds the part of a merged mail with the invitation of a member. */
export const memberInvitationPart = (invitation: InvitedMember): Part => ({
  ...partOf(invitation),
  to: { name: "", address: invitation.email },
  line: ({ t }) => t("member_invitation.subject", { organization: invitation.organization }),
  link: { href: invitationUrl(invitation), label: ({ t }) => t("member_invitation.action") },
});

/** Builds the mail that asks an employee to decide about a connection, on the wallet's page of employers. */
export async function employeeInvitationMail(employee: InvitedEmployee): Promise<Omit<Mail, "id">> {
  const { organization, email } = employee;
  const locale = knownLocale(employee.locale);
  const content = await renderEmployeeInvitation(locale, {
    employee: employee.firstName,
    address: email,
    organization,
    color: employee.color,
    link: signInLink(locale),
  });
  return { ...content, to: { name: nameOf(employee), address: email }, replyTo: replyToOf(employee) };
}

/**
 * Builds the mail whose link makes its reader a member. Invitations by a program are sent in the organization's name.
 * The link leads to a page of the console, which is English.
 */
export async function memberInvitationMail(invitation: InvitedMember): Promise<Omit<Mail, "id">> {
  const { organization, email } = invitation;
  const content = await renderMemberInvitation(knownLocale(invitation.locale), {
    inviter: invitation.inviterType === "User" ? invitation.inviter || null : null,
    address: email,
    organization,
    role: invitation.role,
    color: invitation.color,
    expiresAt: invitation.expiresAt,
    link: invitationUrl(invitation),
  });
  return { ...content, to: { name: "", address: email }, replyTo: replyToOf(invitation) };
}
