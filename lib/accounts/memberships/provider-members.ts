import { listChanges } from "@/lib/access/audit/changes";
import { withAuditEntry } from "@/lib/access/audit/service";
import type { Actor, Author } from "@/lib/access/callers/caller";
import { assignUnclaimedRecords } from "@/lib/badges/issued/association";
import { transaction } from "@/lib/kernel/db";
import { DEFAULT_LOCALE } from "@/lib/kernel/locales";
import { joinNames } from "@/lib/kernel/names";
import { lockMembers } from "@/lib/organizations/profile/service";
import type { SignInRow } from "@/lib/identity/users/serializer";
import {
  ensureConfirmedUser,
  findAccountByAddress,
  findConfirmedPerson,
  lockAddress,
} from "@/lib/identity/users/service";
import { canSignIn } from "./acceptance";
import {
  addMembership,
  deleteMembership,
  findRole,
  hasEndedMembership,
  hasOtherAdministrator,
  saveRole,
} from "./queries";
import type { MemberRoleName } from "./schema";
import { withdrawInvitationsSentBy } from "./invitation-queries";

/** A person for whom the identity provider of an organization vouches, and their role there. */
export type ProvidedPerson = {
  organizationId: string;
  email: string;
  firstName: string;
  lastName: string;
  /** The role that a rule gives; null when no rule fits. */
  ruledRole: MemberRoleName | null;
  /** Whether the organization has rules. Without rules, roles that were given by earlier ones stay. */
  hasRules: boolean;
  /** The role of a new member whom no rule names; null when they do not become a member. */
  defaultRole: MemberRoleName | null;
};

/**
 * Returns the account of the address, which the provider has proved. Creates it when there is none. Null when the address
 * belongs to an account that has a password or a second factor and has not confirmed the address: another person may have created it.
 */
async function ensureAccount({ email, firstName, lastName }: ProvidedPerson): Promise<SignInRow | null> {
  const confirmed = await findConfirmedPerson(email);
  if (confirmed) return confirmed;
  const unconfirmed = await findAccountByAddress(email);
  if (unconfirmed && (await canSignIn(unconfirmed))) return null;
  const { id } = await ensureConfirmedUser({
    email,
    firstName,
    middleName: null,
    lastName,
    locale: DEFAULT_LOCALE,
  });
  await assignUnclaimedRecords(id);
  return findConfirmedPerson(email);
}

type MemberRoleState = { role: MemberRoleName; roleByRule: boolean };

/** Returns the role that a member has after a sign-in, or null when their membership ends. */
function nextRole(
  member: MemberRoleState,
  { ruledRole, hasRules, defaultRole }: ProvidedPerson,
): MemberRoleState | null {
  if (ruledRole) return { role: ruledRole, roleByRule: true };
  if (!member.roleByRule || !hasRules) return member;
  return defaultRole && { role: defaultRole, roleByRule: false };
}

/** Gives a member the role after a sign-in, or ends the membership, except that the last administrator stays one. */
async function updateProvidedMember(
  author: Author,
  userId: string,
  { from, to }: { from: MemberRoleState; to: MemberRoleState | null },
): Promise<void> {
  const { organizationId } = author;
  const endsAdministration = from.role === "administrator" && to?.role !== from.role;
  if (endsAdministration && !(await hasOtherAdministrator(organizationId, userId))) return;
  if (to?.role === from.role) {
    // Which of the two gave the same role is no change that the audit log has to show.
    if (to.roleByRule !== from.roleByRule) await saveRole(organizationId, userId, to);
    return;
  }
  await withAuditEntry(author, to ? "member.update" : "member.end", userId, async (noteChanges) => {
    if (endsAdministration || !to) await withdrawInvitationsSentBy(organizationId, userId);
    if (!to) {
      await deleteMembership(organizationId, userId);
      return;
    }
    await saveRole(organizationId, userId, to);
    noteChanges(listChanges({ role: from.role }, { role: to.role }));
  });
}

/** Makes a person a member, unless no role is for them, or they were a member before and have to be invited again. */
async function addProvidedMember(author: Author, userId: string, given: ProvidedPerson): Promise<void> {
  const { organizationId } = author;
  const role = given.ruledRole ?? given.defaultRole;
  if (!role || (await hasEndedMembership(organizationId, userId))) return;
  await withAuditEntry(author, "member.provide", userId, () =>
    addMembership(organizationId, userId, { role, roleByRule: given.ruledRole !== null }),
  );
}

/**
 * Returns the account of a person who was signed in by the identity provider of an organization, and makes them a member
 * with the role of its rules, or of new members, unless they were removed or left. Creates the account when there is none.
 * A role from a rule ends when no rule fits any more: the role of new members follows, or the end of the membership. Other
 * roles stay. Null when the address belongs to an account that has not confirmed it and has a password or a second factor.
 */
export function admitProvidedPerson(given: ProvidedPerson): Promise<SignInRow | null> {
  const { organizationId, email } = given;
  return transaction(async () => {
    await lockMembers(organizationId);
    await lockAddress(email);
    const person = await ensureAccount(given);
    if (!person) return null;
    const actor: Actor = { type: "User", id: person.id, name: joinNames(person.firstName, person.lastName) };
    const author: Author = { organizationId, actor };
    const member = await findRole(organizationId, person.id);
    if (member) await updateProvidedMember(author, person.id, { from: member, to: nextRole(member, given) });
    else await addProvidedMember(author, person.id, given);
    return findConfirmedPerson(email);
  });
}
