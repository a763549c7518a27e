import { presentImage } from "@/lib/art/images/serializer";
import { clock } from "@/lib/kernel/clock";
import { publicUrl } from "@/lib/kernel/env";
import { createPurposeToken } from "@/lib/kernel/secrets";
import type { Prisma } from "@/prisma/generated/client";
import type { InvitationState, Member, MemberInvitation, OwnMembership } from "./schema";

export const memberSelect = {
  userId: true,
  role: true,
  createdAt: true,
  user: {
    select: {
      firstName: true,
      lastName: true,
      photoId: true,
      learningMemberId: true,
      emails: { where: { primary: true }, select: { email: true }, take: 1 },
      passkeys: { select: { id: true }, take: 1 },
      authenticatorApp: { select: { confirmedAt: true } },
    },
  },
} satisfies Prisma.MembershipSelect;

export type MemberRow = Prisma.MembershipGetPayload<{ select: typeof memberSelect }> & {
  authorizationTokensCount: number;
};

export const presentMember = ({ user, ...row }: MemberRow): Member => ({
  id: row.userId,
  first_name: user.firstName,
  last_name: user.lastName,
  email: user.emails[0]?.email ?? null,
  photo_url: presentImage(user.photoId)?.url ?? null,
  role: row.role,
  created_at: row.createdAt.toISOString(),
  learning_member_id: user.learningMemberId,
  authorization_tokens_count: row.authorizationTokensCount,
  second_factor: user.passkeys.length > 0 || Boolean(user.authenticatorApp?.confirmedAt),
});

export const ownMembershipSelect = {
  role: true,
  createdAt: true,
  organization: { select: { id: true, name: true, vanitySlug: true, photoId: true } },
} satisfies Prisma.MembershipSelect;

export type OwnMembershipRow = Prisma.MembershipGetPayload<{ select: typeof ownMembershipSelect }>;

export const presentOwnMembership = ({ organization, ...row }: OwnMembershipRow): OwnMembership => ({
  organization: {
    id: organization.id,
    name: organization.name,
    vanity_slug: organization.vanitySlug,
    photo_url: presentImage(organization.photoId)?.url ?? null,
  },
  role: row.role,
  created_at: row.createdAt.toISOString(),
});

export const invitationSelect = {
  id: true,
  organizationId: true,
  email: true,
  role: true,
  invitedByType: true,
  invitedById: true,
  invitedByName: true,
  createdAt: true,
  sentAt: true,
  expiresAt: true,
  acceptedAt: true,
  memberId: true,
  withdrawnAt: true,
} satisfies Prisma.MemberInvitationSelect;

export type InvitationRow = Prisma.MemberInvitationGetPayload<{ select: typeof invitationSelect }>;

/** Returns the current state of an invitation. */
export function invitationState(
  row: Pick<InvitationRow, "acceptedAt" | "withdrawnAt" | "expiresAt">,
): InvitationState {
  if (row.acceptedAt) return "accepted";
  if (row.withdrawnAt) return "withdrawn";
  return row.expiresAt <= clock.now() ? "expired" : "pending";
}

export const presentInvitation = (row: InvitationRow): MemberInvitation => ({
  id: row.id,
  email: row.email,
  role: row.role,
  state: invitationState(row),
  invited_by: { type: row.invitedByType, id: row.invitedById, name: row.invitedByName },
  created_at: row.createdAt.toISOString(),
  sent_at: row.sentAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
  accepted_at: row.acceptedAt?.toISOString() ?? null,
  member_id: row.memberId,
  withdrawn_at: row.withdrawnAt?.toISOString() ?? null,
});

export const INVITATION_PURPOSE = "accept-invitation";

/** Returns what the token of a link is built from. It is valid for one invitation, and only for its newest mail. */
export const invitationTokenSubject = ({ id, sentAt }: Pick<InvitationRow, "id" | "sentAt">): string =>
  `${id}:${sentAt.getTime()}`;

/** Builds the address of the page that shows the invitation and asks for acceptance. */
export const buildInvitationUrl = (row: Pick<InvitationRow, "id" | "sentAt">): string =>
  publicUrl(
    `/invitations/${row.id}?token=${createPurposeToken(INVITATION_PURPOSE, invitationTokenSubject(row))}`,
  );
