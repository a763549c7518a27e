import { clock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";
import { parseChoices } from "@/lib/kernel/list/filter-values";
import { textMatch, type Filters } from "@/lib/kernel/list/filter";
import { loadPage, toSkipTake, type Page, type PageRequest } from "@/lib/kernel/list/page";
import type { Sorts } from "@/lib/kernel/list/sort";
import type { Prisma } from "@/prisma/generated/client";
import { MEMBER_ROLES } from "@/lib/access/callers/choices";
import { INVITATION_STATES, type InvitationState } from "./schema";
import { invitationSelect, type InvitationRow } from "./serializer";

type Where = Prisma.MemberInvitationWhereInput;
type Order = Prisma.MemberInvitationOrderByWithRelationInput;

const openInvitationWhere = { acceptedAt: null, withdrawnAt: null };

/** Returns the condition for rows in a state, matching `stateOf`. */
function stateWhere(state: InvitationState): Where {
  switch (state) {
    case "pending":
      return { ...openInvitationWhere, expiresAt: { gt: clock.now() } };
    case "expired":
      return { ...openInvitationWhere, expiresAt: { lte: clock.now() } };
    case "accepted":
      return { acceptedAt: { not: null } };
    case "withdrawn":
      return { acceptedAt: null, withdrawnAt: { not: null } };
  }
}

export const filters: Filters<Where> = {
  email: (value) => ({ email: textMatch(value) }),
  role: (value) => ({ role: { in: parseChoices("role", MEMBER_ROLES, value) } }),
  state: (value) => ({ OR: parseChoices("state", INVITATION_STATES, value).map(stateWhere) }),
};

export const sorts: Sorts<Order> = {
  email: (direction) => ({ email: direction }),
  created_at: (direction) => ({ createdAt: direction }),
  expires_at: (direction) => ({ expiresAt: direction }),
};

export async function findInvitationPage(
  where: Where,
  order: Order[],
  page: PageRequest,
): Promise<Page<InvitationRow>> {
  return loadPage(
    page,
    db().memberInvitation.findMany({
      where,
      select: invitationSelect,
      orderBy: [...order, { id: "desc" }],
      ...toSkipTake(page),
    }),
    db().memberInvitation.count({ where }),
  );
}

export const findInvitation = (organizationId: string, id: string): Promise<InvitationRow | null> =>
  db().memberInvitation.findFirst({ where: { organizationId, id }, select: invitationSelect });

export const findOpenInvitation = (organizationId: string, email: string): Promise<InvitationRow | null> =>
  db().memberInvitation.findFirst({
    where: { organizationId, email, ...openInvitationWhere },
    select: invitationSelect,
  });

/** Counts the invitations of an organization that can be accepted now. */
export const countPendingInvitations = (organizationId: string): Promise<number> =>
  db().memberInvitation.count({ where: { organizationId, ...stateWhere("pending") } });

export const insertInvitation = (data: Prisma.MemberInvitationUncheckedCreateInput): Promise<InvitationRow> =>
  db().memberInvitation.create({ data, select: invitationSelect });

export const saveInvitation = (
  id: string,
  data: Prisma.MemberInvitationUncheckedUpdateInput,
): Promise<InvitationRow> => db().memberInvitation.update({ where: { id }, data, select: invitationSelect });

/** Withdraws the open invitations that a member sent. */
export const withdrawInvitationsSentBy = (organizationId: string, userId: string) =>
  db().memberInvitation.updateMany({
    where: { organizationId, invitedByType: "User", invitedById: userId, ...openInvitationWhere },
    data: { withdrawnAt: clock.now() },
  });

/** Finds an invitation by the id of its link, with the organization's details for its page. */
export const findLinkedInvitation = (id: string) =>
  db().memberInvitation.findUnique({
    where: { id },
    select: {
      ...invitationSelect,
      organization: {
        select: { name: true, vanitySlug: true, primaryHexColor: true, photoId: true, bio: true },
      },
    },
    relationLoadStrategy: "join",
  });

export type LinkedInvitation = NonNullable<Awaited<ReturnType<typeof findLinkedInvitation>>>;
