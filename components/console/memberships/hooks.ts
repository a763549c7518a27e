"use client";

import { useMutation } from "@tanstack/react-query";
import { apiRemove, apiWrite, organizationPath } from "@/components/api";
import type { Member, MemberInvitation, MemberRoleName } from "@/lib/accounts/memberships/schema";

const memberPath = (organizationId: string, id: string): string =>
  organizationPath(organizationId, `members/${id}`);

const invitationPath = (organizationId: string, rest = ""): string =>
  organizationPath(organizationId, `invitations${rest}`);

/** Changes the role of a member. */
export const changeRole = (organizationId: string, id: string, role: MemberRoleName): Promise<Member> =>
  apiWrite("PUT", memberPath(organizationId, id), { role });

/** Ends a membership. */
export const useRemoveMember = (organizationId: string) =>
  useMutation({ mutationFn: (id: string) => apiRemove(memberPath(organizationId, id)) });

/** Invites an e-mail address. */
export const inviteMember = (organizationId: string, body: unknown): Promise<MemberInvitation> =>
  apiWrite("POST", invitationPath(organizationId), body);

/** Resends the e-mail of an invitation. */
export const useResendInvitation = (organizationId: string) =>
  useMutation({
    mutationFn: (id: string) =>
      apiWrite<MemberInvitation>("POST", invitationPath(organizationId, `/${id}/resend`), {}),
  });

/** Withdraws an invitation. */
export const useWithdrawInvitation = (organizationId: string) =>
  useMutation({ mutationFn: (id: string) => apiRemove(invitationPath(organizationId, `/${id}`)) });

/** Ends the membership of the signed-in person. */
export const useLeaveOrganization = () =>
  useMutation({ mutationFn: (organizationId: string) => apiRemove(`/v1/me/memberships/${organizationId}`) });
