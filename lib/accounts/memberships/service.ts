import type { ListInput } from "@/lib/kernel/list/list-input";
import { listChanges } from "@/lib/access/audit/changes";
import { withAuditEntry } from "@/lib/access/audit/service";
import type { Author, Caller, Earner } from "@/lib/access/callers/caller";
import { forbidden, notFound, unprocessable } from "@/lib/kernel/errors";
import { isUuid } from "@/lib/kernel/ids";
import { parseFilter } from "@/lib/kernel/list/filter";
import { listKeys } from "@/lib/kernel/list/keys";
import type { Page } from "@/lib/kernel/list/page";
import { parseSort } from "@/lib/kernel/list/sort";
import { lockMembers } from "@/lib/organizations/profile/service";
import { requireRealOrganization } from "@/lib/organizations/profile/mode";
import { withdrawInvitationsSentBy } from "./invitation-queries";
import {
  byName,
  deleteMembership,
  filters,
  findMember,
  findMemberPage,
  findOwnMembershipPage,
  hasOtherAdministrator,
  insertEndedMembership,
  saveRole,
  sorts,
} from "./queries";
import { canGrantRole } from "@/lib/access/callers/roles";
import type { MemberInput, MemberRoleName } from "./schema";
import type { MemberRow, OwnMembershipRow } from "./serializer";

export const memberListKeys = listKeys(filters, sorts);

/** Lists the organization's members, by name unless sorted. */
export function listMembers(caller: Caller, input: ListInput): Promise<Page<MemberRow>> {
  const filter = parseFilter(input.filter, filters);
  const order = parseSort(input.sort, sorts, byName);
  return findMemberPage(caller.organizationId, filter, order, input.page);
}

/** Returns one member by the person's id. Throws 404 otherwise. */
export async function getMember(caller: Caller, memberId: string): Promise<MemberRow> {
  const row = await findMember(caller.organizationId, memberId);
  if (!row) throw notFound();
  return row;
}

/** Throws 403 for a role with rights that the caller does not have. */
export function requireGrantableRole(caller: Caller, role: MemberRoleName): void {
  if (canGrantRole(caller, role)) return;
  throw forbidden(`The role ${role} has more permissions than you. Ask an administrator.`);
}

/** Throws 422 when an organization would be left without an administrator. The members must be locked. */
async function requireAnotherAdministrator(organizationId: string, userId: string): Promise<void> {
  if (await hasOtherAdministrator(organizationId, userId)) return;
  throw unprocessable(
    "last_administrator",
    "This is the organization's last administrator. Make another member an administrator first.",
  );
}

/** Throws 422 in a test organization: its members are those of the real one. */
export const requireOwnMembers = (organizationId: string): Promise<void> =>
  requireRealOrganization(
    organizationId,
    "Test mode has the members of the organization. Leave test mode to change them.",
  );

/**
 * Changes a member's role, which their sessions have from the next request. A member who stops being an administrator
 * loses their open invitations, which are withdrawn. Throws 403 for a role above the caller's own, 404 when unknown,
 * 422 for the last administrator.
 */
export async function updateMember(caller: Caller, memberId: string, body: MemberInput): Promise<MemberRow> {
  const { organizationId } = caller;
  const userId = memberId;
  requireGrantableRole(caller, body.role);
  await requireOwnMembers(organizationId);
  return withAuditEntry(caller, "member.update", userId, async (noteChanges) => {
    await lockMembers(organizationId);
    const before = await getMember(caller, memberId);
    if (before.role === "administrator" && body.role !== "administrator") {
      await requireAnotherAdministrator(organizationId, userId);
      await withdrawInvitationsSentBy(organizationId, userId);
    }
    if (!(await saveRole(organizationId, userId, { role: body.role }))) throw notFound();
    noteChanges(listChanges({ role: before.role }, { role: body.role }));
    return getMember(caller, memberId);
  });
}

/**
 * Deletes a membership and withdraws the invitations that the member sent. A sign-in at the organization's identity provider
 * does not begin it again (`admitProvidedPerson`). Throws 404 when unknown, 422 for the last
 * administrator.
 */
async function endMembership(author: Author, action: string, userId: string): Promise<void> {
  const { organizationId } = author;
  await requireOwnMembers(organizationId);
  return withAuditEntry(author, action, userId, async () => {
    await lockMembers(organizationId);
    const row = await findMember(organizationId, userId);
    if (!row) throw notFound();
    if (row.role === "administrator") await requireAnotherAdministrator(organizationId, userId);
    await withdrawInvitationsSentBy(organizationId, userId);
    if (!(await deleteMembership(organizationId, userId))) throw notFound();
    await insertEndedMembership(organizationId, userId);
  });
}

/**
 * Removes a member, whose sessions lose the organization with the next request. Authorization tokens that they
 * created belong to the organization and stay (decision 0072). Throws 404 when unknown, 422 for the last
 * administrator.
 */
export const removeMember = (caller: Caller, memberId: string): Promise<void> =>
  endMembership(caller, "member.delete", memberId);

/** Lists the organizations of the signed-in person, with their role in each. */
export const listOwnMemberships = ({ userId }: Earner, input: ListInput): Promise<Page<OwnMembershipRow>> =>
  findOwnMembershipPage(userId, input.page);

/** Leaves an organization. Throws 404 when the person is not a member, 422 for its last administrator. */
export async function leaveOrganization({ userId, actor }: Earner, organizationId: string): Promise<void> {
  if (!isUuid(organizationId)) throw notFound();
  await endMembership({ organizationId: organizationId.toLowerCase(), actor }, "member.leave", userId);
}
