import { z } from "zod";
import { publicUrl } from "@/lib/kernel/env";
import { inLanguage } from "@/lib/kernel/locales";
import { invitationUrl } from "@/lib/memberships/serializer";
import type { InvitedEmployee, InvitedMember } from "./queries";
import { renderEmployeeInvitation, renderMemberInvitation } from "./render";
import type { Mail } from "./transport";
import { knownLocale } from "./words";

/** Invitations: of employees to connect their badges, and of people to become members of an organization. */
export const InvitationPayload = z.object({ template: z.enum(["employee_invitation", "member_invitation"]) });

/** The mail that asks an employee to decide about a connection, which they do on the wallet's page of employers. */
export async function employeeInvitationMail(employee: InvitedEmployee): Promise<Omit<Mail, "id">> {
  const { organization, email } = employee;
  const locale = knownLocale(employee.locale);
  const content = await renderEmployeeInvitation(locale, {
    employee: employee.firstName,
    address: email,
    organization,
    color: employee.color,
    link: inLanguage(publicUrl("/sign-in?callbackUrl=%2Fwallet%2Femployers"), locale),
  });
  const name = [employee.firstName, employee.lastName].filter(Boolean).join(" ");
  const replyTo = employee.supportEmail ? { name: organization, address: employee.supportEmail } : null;
  return { ...content, to: { name, address: email }, replyTo };
}

/**
 * The mail whose link makes its reader a member; a program invites in the organization's own name. The link leads to a
 * page of the console, which is English.
 */
export async function memberInvitationMail(invitation: InvitedMember): Promise<Omit<Mail, "id">> {
  const { organization, email, supportEmail } = invitation;
  const content = await renderMemberInvitation(knownLocale(invitation.locale), {
    inviter: invitation.inviterType === "User" ? invitation.inviter || null : null,
    address: email,
    organization,
    role: invitation.role,
    color: invitation.color,
    expiresAt: invitation.expiresAt,
    link: invitationUrl(invitation),
  });
  const replyTo = supportEmail ? { name: organization, address: supportEmail } : null;
  return { ...content, to: { name: "", address: email }, replyTo };
}
