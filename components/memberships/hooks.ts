"use client";

import { useMutation } from "@tanstack/react-query";
import { apiRemove, apiWrite, organizationPath } from "@/components/api";
import { Member, MemberInvitation, type MemberRoleName } from "@/lib/memberships/schema";

const memberPath = (organizationId: string, id: string): string =>
  organizationPath(organizationId, `members/${id}`);

const invitationPath = (organizationId: string, rest = ""): string =>
  organizationPath(organizationId, `invitations${rest}`);

/** Gives a member another role; the form shows what went wrong. */
export const useChangeRole = (organizationId: string, id: string) =>
  useMutation({
    mutationFn: (role: MemberRoleName) => apiWrite("PUT", memberPath(organizationId, id), { role }, Member),
    meta: { inForm: true },
  });

/** Ends a membership. */
export const useRemoveMember = (organizationId: string) =>
  useMutation({ mutationFn: (id: string) => apiRemove(memberPath(organizationId, id)) });

/** Invites an address; the form shows what went wrong. */
export const useInvite = (organizationId: string) =>
  useMutation({
    mutationFn: (body: unknown) => apiWrite("POST", invitationPath(organizationId), body, MemberInvitation),
    meta: { inForm: true },
  });

/** Sends the mail of an invitation anew. */
export const useResend = (organizationId: string) =>
  useMutation({
    mutationFn: (id: string) =>
      apiWrite("POST", invitationPath(organizationId, `/${id}/resend`), {}, MemberInvitation),
  });

/** Withdraws an invitation. */
export const useWithdraw = (organizationId: string) =>
  useMutation({ mutationFn: (id: string) => apiRemove(invitationPath(organizationId, `/${id}`)) });

/** Leaves an organization oneself. */
export const useLeave = () =>
  useMutation({ mutationFn: (organizationId: string) => apiRemove(`/v1/me/memberships/${organizationId}`) });
