import { listChanges } from "@/lib/access/audit/changes";
import { withAuditEntry } from "@/lib/access/audit/service";
import type { Actor } from "@/lib/access/callers/caller";
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
import { addMembership, findMember, hasOtherAdministrator, saveRole } from "./queries";
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

/** Gives the member the role of the rules, except that the last administrator stays one. */
async function saveRuledRole(
  organizationId: string,
  userId: string,
  actor: Actor,
  { from, to }: { from: MemberRoleName; to: MemberRoleName },
): Promise<void> {
  const endsAdministration = from === "administrator" && to !== from;
  if (endsAdministration && !(await hasOtherAdministrator(organizationId, userId))) return;
  await withAuditEntry({ organizationId, actor }, "member.update", userId, async (noteChanges) => {
    if (endsAdministration) await withdrawInvitationsSentBy(organizationId, userId);
    await saveRole(organizationId, userId, to);
    noteChanges(listChanges({ role: from }, { role: to }));
  });
}

/**
 * Returns the account of a person who was signed in by the identity provider of an organization, and makes them a member
 * with the role of its rules, or of new members. Creates the account when there is none. A member keeps their role where no
 * rule fits. Null when the address belongs to an account that has not confirmed it and has a password.
 */
export function admitProvidedPerson(given: ProvidedPerson): Promise<SignInRow | null> {
  const { organizationId, email, ruledRole, defaultRole } = given;
  return transaction(async () => {
    await lockMembers(organizationId);
    await lockAddress(email);
    const person = await ensureAccount(given);
    if (!person) return null;
    const member = await findMember(organizationId, person.id);
    const actor: Actor = { type: "User", id: person.id, name: joinNames(person.firstName, person.lastName) };
    const newRole = ruledRole ?? defaultRole;
    if (!member && newRole)
      await withAuditEntry({ organizationId, actor }, "member.provide", person.id, () =>
        addMembership(organizationId, person.id, newRole),
      );
    if (member && ruledRole && ruledRole !== member.role)
      await saveRuledRole(organizationId, person.id, actor, { from: member.role, to: ruledRole });
    return findConfirmedPerson(email);
  });
}
