import { DEFAULT_LOCALE } from "@/lib/kernel/locales";
import { withAuditEntry } from "@/lib/access/audit/service";
import { assignUnclaimedRecords } from "@/lib/badges/issued/association";
import type { Actor } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { isUuid } from "@/lib/kernel/ids";
import { isPurposeToken } from "@/lib/kernel/secrets";
import { joinNames } from "@/lib/kernel/names";
import { isProviderRequired } from "@/lib/organizations/identity-providers/service";
import { lockMembers } from "@/lib/organizations/profile/service";
import { requireStrongPassword, listPersonalTexts } from "@/lib/identity/users/password-choice";
import { hashPassword } from "@/lib/identity/users/passwords";
import type { SignInRow } from "@/lib/identity/users/serializer";
import { listFactorMethods } from "@/lib/identity/second-factors/check";
import {
  findAccountByAddress,
  ensureConfirmedUser,
  setFirstPassword,
  lockAddress,
} from "@/lib/identity/users/service";
import { findLinkedInvitation, saveInvitation, type LinkedInvitation } from "./invitation-queries";
import { addMembership } from "./queries";
import type { NewMemberInput } from "./schema";
import { INVITATION_PURPOSE, invitationTokenSubject, invitationState } from "./serializer";

/** The status of an invitation link for the person who opened it: why it cannot be accepted, or the next step. */
export type InvitationLinkStatus =
  /** The link is not one of ours, or a newer mail replaced it. */
  | "wrong_link"
  | "expired"
  | "accepted"
  | "withdrawn"
  /** Signed in to another account than the one that the address belongs to. */
  | "wrong_person"
  /** The address belongs to an account with a password, or to a domain with a required sign-in, so the person must sign in. */
  | "sign_in"
  /** Signed in to the account of the invited address. */
  | "confirm"
  /** The address has no account yet, or an account without a password: the link of the mail proves it. */
  | "introduce";

export type { LinkedInvitation };

export type InspectedInvitation = {
  status: InvitationLinkStatus;
  invitation: LinkedInvitation | null;
  /** From the existing account of the address. Empty without one. */
  firstName: string;
  /** Texts that the password of a new member must not be based on (`listPersonalTexts`). */
  personalTexts: string[];
};

const WRONG_LINK: InspectedInvitation = {
  status: "wrong_link",
  invitation: null,
  firstName: "",
  personalTexts: [],
};

const listInvitationPersonalTexts = async (
  { email, organization }: LinkedInvitation,
  account: SignInRow | null,
): Promise<string[]> => [...(account ? await listPersonalTexts(account.id) : []), email, organization.name];

/** Whether the account has a way to sign in, which the link of a mail must not replace. */
export const canSignIn = async ({ id, passwordHash }: SignInRow): Promise<boolean> =>
  passwordHash !== null || (await listFactorMethods(id)).length > 0;

async function invitationLinkStatus(
  invitation: LinkedInvitation,
  account: SignInRow | null,
  personId: string | null,
): Promise<InvitationLinkStatus> {
  const state = invitationState(invitation);
  if (state !== "pending") return state;
  if (personId !== null) return account?.id === personId ? "confirm" : "wrong_person";
  const mustSignIn = (account && (await canSignIn(account))) || (await isProviderRequired(invitation.email));
  return mustSignIn ? "sign_in" : "introduce";
}

/** Returns the status of an invitation for the person with its link. Changes nothing. */
export async function inspectInvitation(
  id: string,
  token: string,
  personId: string | null,
): Promise<InspectedInvitation> {
  const invitation = isUuid(id) ? await findLinkedInvitation(id) : null;
  if (!invitation || !isPurposeToken(token, INVITATION_PURPOSE, invitationTokenSubject(invitation))) {
    return WRONG_LINK;
  }
  const account = await findAccountByAddress(invitation.email);
  const linkStatus = await invitationLinkStatus(invitation, account, personId);
  const texts = linkStatus === "introduce" ? await listInvitationPersonalTexts(invitation, account) : [];
  return { invitation, status: linkStatus, firstName: account?.firstName ?? "", personalTexts: texts };
}

export type AcceptedInvitation = {
  slug: string;
  /** The account that was just given its first password, whose session may begin. */
  newMember: { id: string; sessionVersion: number } | null;
};

type Link = { id: string; token: string };

type NewMember = NewMemberInput & { passwordHash: string };

/** Makes the person of the invited address a member, in the open transaction. */
async function addMember(
  { organization, ...invitation }: LinkedInvitation,
  newMember: NewMember | null,
): Promise<AcceptedInvitation> {
  const { organizationId, email, role } = invitation;
  const person = await ensureConfirmedUser({
    email,
    firstName: newMember?.first_name ?? "",
    middleName: null,
    lastName: newMember?.last_name ?? "",
    locale: DEFAULT_LOCALE,
  });
  await assignUnclaimedRecords(person.id);
  const session = newMember ? await setFirstPassword(person.id, newMember.passwordHash) : null;
  const actor: Actor = { type: "User", id: person.id, name: joinNames(person.firstName, person.lastName) };
  return withAuditEntry({ organizationId, actor }, "invitation.accept", invitation.id, async () => {
    await addMembership(organizationId, person.id, { role });
    await saveInvitation(invitation.id, { acceptedAt: clock.now(), memberId: person.id });
    return { slug: organization.vanitySlug, newMember: session };
  });
}

async function hashNewMember(
  input: NewMemberInput | null,
  { status: linkStatus, personalTexts: texts }: InspectedInvitation,
): Promise<NewMember | null> {
  // Checking and hashing are slow, so they are done only for a valid link that needs them.
  if (!input || linkStatus !== "introduce") return null;
  await requireStrongPassword(input.password, [joinNames(input.first_name, input.last_name), ...texts]);
  return { ...input, passwordHash: await hashPassword(input.password) };
}

/**
 * Accepts an invitation by the link of its mail: as the signed-in owner of the address, or by creating the account of
 * the address, or its first password, because reading the mail proves the address. Returns null when that is not
 * possible (any more); `inspectInvitation` explains why. Of two concurrent calls one succeeds. Throws 422 for a
 * password that is easy to guess.
 */
export async function acceptInvitation(
  { id, token }: Link,
  personId: string | null,
  input: NewMemberInput | null,
): Promise<AcceptedInvitation | null> {
  const inspected = await inspectInvitation(id, token, personId);
  if (!inspected.invitation) return null;
  const { organizationId, email } = inspected.invitation;
  const newMember = await hashNewMember(input, inspected);
  return transaction(async () => {
    await lockMembers(organizationId);
    await lockAddress(email);
    const { status: linkStatus, invitation } = await inspectInvitation(id, token, personId);
    const isReady = linkStatus === "confirm" || (linkStatus === "introduce" && newMember !== null);
    return invitation && isReady ? addMember(invitation, linkStatus === "confirm" ? null : newMember) : null;
  });
}
