import { DEFAULT_LOCALE } from "@/lib/kernel/locales";
import { recordActivity } from "@/lib/identity/account-activity/service";
import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { normalizeEmailAddress } from "@/lib/kernel/email-address";
import { notFound } from "@/lib/kernel/errors";
import { parsePage } from "@/lib/kernel/list/page";
import { reachOwner, tellOwner } from "./notices";
import { hashPassword, isPassword } from "./passwords";
import {
  confirmEmail,
  deleteEndedSessions,
  findAccount,
  findAccountPage,
  findConfirmedAddresses,
  findMember,
  findSessionPerson,
  findSignIn,
  findUserByEmail,
  findUsersByEmail,
  holdUsers,
  insertEndedSession,
  insertUser,
  lockEmail,
  lockUsers,
  saveFirstPassword,
  saveOpened,
  savePassword,
  type NewUser,
} from "./queries";
import type { AccountDetailRow, AccountRow, SignInRow, UserRow } from "./serializer";

/** The person with this confirmed address and password, or null after the same time. */
export async function checkPassword(email: string, password: string): Promise<SignInRow | null> {
  const found = await findSignIn(email);
  const matches = await isPassword(password, found?.user.passwordHash ?? null);
  return matches && found ? found.user : null;
}

/** The person who signs in through a provider that vouches for the address. */
export const findConfirmedPerson = async (email: string): Promise<SignInRow | null> =>
  (await findSignIn(email))?.user ?? null;

/** A session as its cookie names it: whose, with which version of their account it began, and its own id. */
type SessionKey = { userId: string; version: number; id: string };

/** The person of a session; null when it was ended since, alone or with all others. */
export async function sessionPerson({ userId, version, id }: SessionKey): Promise<SignInRow | null> {
  const person = await findSessionPerson(userId, id);
  return person?.sessionVersion === version ? person : null;
}

/** Ends one session, which would have ended by itself at `expiresAt`: its cookie opens nothing any more, wherever it is. */
export async function endSession(session: { id: string; userId: string; expiresAt: Date }): Promise<void> {
  await insertEndedSession(session);
}

/** Forgets the ended sessions whose time is over; returns how many. */
export const forgetEndedSessions = (): Promise<number> => deleteEndedSessions(clock.now());

/** A person by the id of their account; null when it was deleted or merged away. */
export const personOf = findMember;

/**
 * The accounts with these confirmed addresses, and the employers they are connected with; an address is left out when
 * nobody has proved to own it.
 */
export async function confirmedUsers(emails: string[]): Promise<Map<string, AccountRow>> {
  const found = await findUsersByEmail(emails);
  return new Map(
    [...found].flatMap(([email, { confirmedAt, user }]) => (confirmedAt ? [[email, user]] : [])),
  );
}

/** The account with this confirmed address; null when there is none or nobody has proved to own it. */
export const confirmedUser = async (email: string): Promise<AccountRow | null> =>
  (await confirmedUsers([email])).get(email) ?? null;

/** The account with this confirmed address, if any; nobody confirms the address until the transaction ends. */
export async function holdConfirmedUser(email: string): Promise<AccountRow | null> {
  await lockEmail(email);
  return confirmedUser(email);
}

/** The id of the account that an address belongs to, confirmed or made for it; null when it is nobody's. */
export const ownerOfAddress = async (email: string): Promise<string | null> =>
  (await findUserByEmail(email))?.user.id ?? null;

/** The account that an address belongs to, confirmed or made for it, with what its sign-in needs. */
export async function accountOfAddress(email: string): Promise<SignInRow | null> {
  const id = await ownerOfAddress(email);
  return id === null ? null : findMember(id);
}

/**
 * Gives an account without a password its first one, which ends its sessions and is told to its owner, and returns what a
 * new session takes; null when it has a password. Call it for somebody who has just proved an address of the account.
 */
export function giveFirstPassword(
  userId: string,
  passwordHash: string,
): Promise<{ id: string; sessionVersion: number } | null> {
  return transaction(async () => {
    const saved = await saveFirstPassword(userId, passwordHash);
    if (!saved) return null;
    await tellOwner(await reachOwner(userId), "password");
    await recordActivity(userId, "password_changed");
    return saved;
  });
}

/** A page of all accounts of the installation, for its operator; `query` is how one of their addresses begins. */
export const listAccounts = (given: { query?: string | undefined; page: number }) =>
  findAccountPage(
    given.query && normalizeEmailAddress(given.query),
    parsePage(new URLSearchParams({ page: String(given.page) })),
  );

/** The account with this id or address, for the operator of the installation; 404 for an unknown one. */
export async function accountOfKey(key: string): Promise<AccountDetailRow> {
  const row = await findAccount(normalizeEmailAddress(key));
  if (!row) throw notFound(`There is no user ${key}.`);
  return row;
}

/** The confirmed addresses of an account. */
export const confirmedAddresses = async (userId: string): Promise<string[]> =>
  (await findConfirmedAddresses(userId)).map(({ email }) => email);

/**
 * Locks, for the open transaction: first the members of organizations (`lockMembers`), then the address, then badges and
 * employees, then accounts. Whoever needs several takes them in this order, and several of one kind in that of their ids.
 */
export const lockAddress = lockEmail;

/** Locks an account against other changes of it; 404 when it was deleted or merged away meanwhile. */
export async function lockPerson(id: string): Promise<void> {
  if ((await lockUsers([id], "changes")).length === 0) throw notFound();
}

/**
 * Locks accounts against changes and against whatever is being written for them, such as an answer to a badge: that
 * comes before or after. 404 when one was deleted or merged away meanwhile.
 */
export async function lockPeople(ids: string[]): Promise<void> {
  if ((await lockUsers(ids, "references")).length !== new Set(ids).size) throw notFound();
}

/** Keeps accounts as they are until the commit; returns for each its own id, or that of the one it was merged into. */
export async function holdPeople(ids: string[]): Promise<Map<string, string>> {
  return new Map((await holdUsers([...new Set(ids)])).map(({ id, survivor }) => [id, survivor]));
}

/**
 * The account of an address whose mail was just received: made when there is none, confirmed when it was not.
 * Call it in the transaction of what the person did.
 */
export async function ensureConfirmedUser(
  person: Omit<NewUser, "passwordHash" | "confirmedAt">,
): Promise<UserRow> {
  await lockEmail(person.email);
  const found = await findUserByEmail(person.email);
  if (!found) return insertUser({ ...person, passwordHash: null, confirmedAt: clock.now() });
  if (!found.confirmedAt) await confirmEmail(person.email, clock.now());
  return found.user;
}

/** Confirms an address for the account that it belongs to: its mail was just received. The caller holds `lockAddress`. */
export const confirmOwnAddress = async (email: string): Promise<void> => {
  await confirmEmail(email, clock.now());
};

/** Notes that somebody came into an account: from then on no link of a badge opens it. */
export const noteOpened = async (userId: string): Promise<void> => {
  await saveOpened(userId, clock.now());
};

/** Makes an account of an address that is nobody's and that nobody has proved; the caller holds `lockAddress`. */
export const makeUnprovenUser = async (
  person: Omit<NewUser, "passwordHash" | "confirmedAt">,
): Promise<string> => (await insertUser({ ...person, passwordHash: null, confirmedAt: null })).id;

/** Makes an account with this password; an existing account gets it instead of its own, which ends its sessions. */
export async function ensureAdministrator(
  email: string,
  name: [string, string],
  password: string,
): Promise<string> {
  const passwordHash = await hashPassword(password);
  return transaction(async () => {
    await lockEmail(email);
    const found = await findUserByEmail(email);
    if (found) {
      await confirmEmail(email, clock.now());
      await savePassword(found.user.id, passwordHash);
      await recordActivity(found.user.id, "password_changed");
      return found.user.id;
    }
    const [firstName, lastName] = name;
    const person = { email, firstName, middleName: null, lastName, locale: DEFAULT_LOCALE, passwordHash };
    return (await insertUser({ ...person, confirmedAt: clock.now() })).id;
  });
}
