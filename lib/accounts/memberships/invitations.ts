import type { ListInput } from "@/lib/kernel/list/list-input";
import { lockMembers } from "@/lib/organizations/profile/service";
import { withAuditEntry } from "@/lib/access/audit/service";
import type { Caller } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { invalidField, notFound, tooManyRequests, unprocessable } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { parseFilter } from "@/lib/kernel/list/filter";
import { listKeys } from "@/lib/kernel/list/keys";
import type { Page } from "@/lib/kernel/list/page";
import { parseSort } from "@/lib/kernel/list/sort";
import { recordEvents } from "@/lib/platform/recording/record-events";
import { consumePoint, type RateLimitPolicy } from "@/lib/platform/limits/rate-limit";
import {
  countPendingInvitations,
  filters,
  findInvitation,
  findInvitationPage,
  findOpenInvitation,
  insertInvitation,
  saveInvitation,
  sorts,
} from "./invitation-queries";
import { isMemberAddress } from "./queries";
import type { MemberInvitationInput } from "./schema";
import { invitationState, type InvitationRow } from "./serializer";
import { requireGrantableRole, requireOwnMembers } from "./service";

const LIFETIME_MS = 7 * 24 * 3_600_000;
/** Most pending invitations of an organization at one time. */
const MAX_PENDING = 200;

const ORGANIZATION_POLICY: RateLimitPolicy = { name: "invitations", points: 100, seconds: 3_600 };
const ADDRESS_POLICY: RateLimitPolicy = { name: "invitations-to", points: 5, seconds: 3_600 };

export const invitationListKeys = listKeys(filters, sorts);

/** Lists the organization's invitations, newest first unless sorted, including accepted and withdrawn ones. */
export function listMemberInvitations(caller: Caller, input: ListInput): Promise<Page<InvitationRow>> {
  const where = { organizationId: caller.organizationId, AND: parseFilter(input.filter, filters) };
  const order = parseSort(input.sort, sorts, [{ createdAt: "desc" }]);
  return findInvitationPage(where, order, input.page);
}

async function getInvitation({ organizationId }: Caller, invitationId: string): Promise<InvitationRow> {
  const row = await findInvitation(organizationId, invitationId);
  if (!row) throw notFound();
  return row;
}

/**
 * Counts a mail against the limits: 100 an hour for an organization, and five of them to one address. Throws 429
 * above them.
 */
async function takeMailQuota(organizationId: string, email: string): Promise<void> {
  const taken = [
    await consumePoint(ADDRESS_POLICY, `${organizationId}:${email}`),
    await consumePoint(ORGANIZATION_POLICY, organizationId),
  ];
  const exceeded = taken.find(({ isAllowed }) => !isAllowed);
  if (exceeded) {
    throw tooManyRequests("Too many invitations were sent. Try again later.", exceeded.resetSeconds);
  }
}

/** Queues the mail, in the transaction that sets `sentAt`, which invalidates the link of the previous mail. */
const queueInvitationMail = ({ id, organizationId }: InvitationRow): Promise<void> =>
  recordEvents(
    [],
    [{ kind: "mail", organizationId, subjectId: id, payload: { template: "member_invitation" } }],
  );

const invitationDates = (now: Date) => ({ sentAt: now, expiresAt: new Date(now.getTime() + LIFETIME_MS) });

async function requireNotInvited(organizationId: string, email: string): Promise<void> {
  if (await isMemberAddress(organizationId, email)) {
    throw invalidField("email", "already_member", "already belongs to a member of the organization");
  }
  const open = await findOpenInvitation(organizationId, email);
  if (!open) return;
  if (invitationState(open) === "pending") {
    throw invalidField("email", "already_invited", "was already invited. Resend that invitation instead.");
  }
  await saveInvitation(open.id, { withdrawnAt: clock.now() });
}

/** Throws 422 when the organization has as many pending invitations as it may have. The members must be locked. */
async function requireRoomForInvitation(organizationId: string): Promise<void> {
  if ((await countPendingInvitations(organizationId)) < MAX_PENDING) return;
  const message = `An organization can have at most ${MAX_PENDING} pending invitations.`;
  throw unprocessable("too_many_invitations", message);
}

/**
 * Checks whether the caller may invite this address, and counts its mail. Throws 403 for a role above the caller's own,
 * 429 for too many mails.
 */
export async function prepareInvitation(
  caller: Caller,
  body: MemberInvitationInput,
): Promise<MemberInvitationInput> {
  requireGrantableRole(caller, body.role);
  await requireOwnMembers(caller.organizationId);
  await takeMailQuota(caller.organizationId, body.email);
  return body;
}

/**
 * Invites an address, after `prepareInvitation`, to become a member with this role, by a mail whose link is valid for seven
 * days. Throws 422 for a member's address, for one that is already invited, and when 200 invitations are pending.
 */
export function inviteMember(caller: Caller, body: MemberInvitationInput): Promise<InvitationRow> {
  const { organizationId, actor } = caller;
  const id = newId();
  return withAuditEntry(caller, "invitation.create", id, async () => {
    await lockMembers(organizationId);
    await requireNotInvited(organizationId, body.email);
    await requireRoomForInvitation(organizationId);
    const now = clock.now();
    const row = await insertInvitation({
      id,
      organizationId,
      email: body.email,
      role: body.role,
      invitedByType: actor.type,
      invitedById: actor.id,
      invitedByName: actor.name,
      createdAt: now,
      ...invitationDates(now),
    });
    await queueInvitationMail(row);
    return row;
  });
}

/**
 * Returns an invitation that is neither accepted nor withdrawn. Throws 422 that says which. The members must be
 * locked.
 */
async function getOpenInvitation(caller: Caller, invitationId: string): Promise<InvitationRow> {
  const row = await getInvitation(caller, invitationId);
  const state = invitationState(row);
  if (state === "accepted") throw unprocessable("already_accepted", "This invitation was accepted.");
  if (state === "withdrawn") throw unprocessable("withdrawn", "This invitation was withdrawn.");
  return row;
}

/**
 * Checks whether the caller may send an invitation again, and counts its mail. Throws 403 for a role above the caller's
 * own, 404 for an unknown invitation, 429 for too many mails.
 */
export async function prepareResending(caller: Caller, invitationId: string): Promise<void> {
  const { email, role } = await getInvitation(caller, invitationId);
  requireGrantableRole(caller, role);
  await takeMailQuota(caller.organizationId, email);
}

/**
 * Sends a new mail, after `prepareResending`, valid for seven days, which invalidates the link of the previous one. Throws
 * 404 for an unknown invitation, 422 when it was accepted or withdrawn, and for an expired one when 200 others are pending.
 */
export function resendInvitation(caller: Caller, invitationId: string): Promise<InvitationRow> {
  return withAuditEntry(caller, "invitation.resend", invitationId, async () => {
    await lockMembers(caller.organizationId);
    const open = await getOpenInvitation(caller, invitationId);
    if (invitationState(open) === "expired") await requireRoomForInvitation(caller.organizationId);
    const row = await saveInvitation(open.id, invitationDates(clock.now()));
    await queueInvitationMail(row);
    return row;
  });
}

/** Withdraws an invitation and invalidates its link. Throws 404 when unknown, 422 when it was accepted or withdrawn. */
export async function withdrawInvitation(caller: Caller, invitationId: string): Promise<void> {
  await withAuditEntry(caller, "invitation.delete", invitationId, async () => {
    await lockMembers(caller.organizationId);
    const { id } = await getOpenInvitation(caller, invitationId);
    await saveInvitation(id, { withdrawnAt: clock.now() });
  });
}
