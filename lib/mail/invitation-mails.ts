import { z } from "zod";
import { publicUrl } from "@/lib/kernel/env";
import { invitationUrl } from "@/lib/memberships/serializer";
import type { InvitedEmployee, InvitedMember } from "./queries";
import { renderEmployeeInvitation, renderMemberInvitation } from "./render";
import type { Mail } from "./transport";

/** Invitations: of employees to connect their badges, and of people to become members of an organization. */
export const InvitationPayload = z.object({ template: z.enum(["employee_invitation", "member_invitation"]) });

/** The mail that asks an employee to decide about a connection. */
export async function employeeInvitationMail(employee: InvitedEmployee): Promise<Omit<Mail, "id">> {
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

/** The mail whose link makes its reader a member; a program invites in the organization's own name. */
export async function memberInvitationMail(invitation: InvitedMember): Promise<Omit<Mail, "id">> {
  const { organization, email, supportEmail } = invitation;
  const content = await renderMemberInvitation(invitation.locale ?? "en", {
    inviter: invitation.inviterType === "User" && invitation.inviter ? invitation.inviter : organization,
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
