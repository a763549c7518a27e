import { DEFAULT_LOCALE } from "@/lib/kernel/locales";
import { recordActivity } from "@/lib/access/account-activity/service";
import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { normalizeEmailAddress } from "@/lib/kernel/email-address";
import { notFound } from "@/lib/kernel/errors";
import { readPageRequest } from "@/lib/kernel/list/page";
import { findOwnerContact, notifyOwner } from "./notices";
import { isPassword } from "./passwords";
import {
  confirmPrimaryEmail,
  findAccount,
  findAccountPage,
  findConfirmedAddresses,
  findSignInById,
  findSignInByEmail,
  findUserByEmail,
  findUsersByEmail,
  lockUsersShared,
  insertUser,
  lockEmail,
  lockUsers,
  saveFirstPassword,
  saveOpenedAt,
  savePassword,
  type NewUser,
} from "./queries";
import type { AccountDetailRow, UserWithEmployers, SignInRow, UserRow } from "./serializer";

/** Finds the person with this confirmed address and password. Returns null after the same time when either is wrong. */
export async function findPersonByPassword(email: string, password: string): Promise<SignInRow | null> {
  const found = await findSignInByEmail(email);
  const matches = await isPassword(password, found?.user.passwordHash ?? null);
  return matches && found ? found.user : null;
}

/** Finds the person with this confirmed address, for a sign-in through a provider that has verified it. */
export const findConfirmedPerson = async (email: string): Promise<SignInRow | null> =>
  (await findSignInByEmail(email))?.user ?? null;

/** Finds a person by the id of their account. Null when it was deleted or merged. */
export const findPerson = findSignInById;

/**
 * Finds the accounts with these confirmed addresses, and their connected employers. Unconfirmed addresses are left
 * out.
 */
export async function findConfirmedUsers(emails: string[]): Promise<Map<string, UserWithEmployers>> {
  const found = await findUsersByEmail(emails);
  return new Map(
    [...found].flatMap(([email, { confirmedAt, user }]) => (confirmedAt ? [[email, user]] : [])),
  );
}

/** Finds the account with this confirmed address. Null without one. */
export const findConfirmedUser = async (email: string): Promise<UserWithEmployers | null> =>
  (await findConfirmedUsers([email])).get(email) ?? null;

/**
 * Finds the account with this confirmed address, and locks the address against confirmation until the transaction
 * ends.
 */
export async function lockConfirmedUser(email: string): Promise<UserWithEmployers | null> {
  await lockEmail(email);
  return findConfirmedUser(email);
}

/** Finds the id of the account that an address belongs to: confirmed, or its primary address. Null without one. */
export const findAddressOwner = async (email: string): Promise<string | null> =>
  (await findUserByEmail(email))?.user.id ?? null;

/** Finds the account that an address belongs to, with what a sign-in needs. */
export async function findAccountByAddress(email: string): Promise<SignInRow | null> {
  const id = await findAddressOwner(email);
  return id === null ? null : findSignInById(id);
}

/**
 * Stores the first password of an account, ends its sessions and notifies its owner. Returns what a new session
 * needs, or null when the account already has a password. Call it only after the person has proved an address of the
 * account.
 */
export function setFirstPassword(
  userId: string,
  passwordHash: string,
): Promise<{ id: string; sessionVersion: number } | null> {
  return transaction(async () => {
    const saved = await saveFirstPassword(userId, passwordHash);
    if (!saved) return null;
    await notifyOwner(await findOwnerContact(userId), "password");
    await recordActivity(userId, "password_changed");
    return saved;
  });
}

/** Lists all accounts of the installation, for its operator. `query` is the beginning of an address. */
export const listAccounts = (given: { query?: string | undefined; page: number }) =>
  findAccountPage(
    given.query && normalizeEmailAddress(given.query),
    readPageRequest(new URLSearchParams({ page: String(given.page) })),
  );

/** Returns the account with this id or address, for the operator of the installation. Throws 404 for an unknown one. */
export async function getAccountByKey(key: string): Promise<AccountDetailRow> {
  const row = await findAccount(normalizeEmailAddress(key));
  if (!row) throw notFound(`There is no user ${key}.`);
  return row;
}

/** Lists the confirmed addresses of an account. */
export const listConfirmedAddresses = async (userId: string): Promise<string[]> =>
  (await findConfirmedAddresses(userId)).map(({ email }) => email);

/** Locks an address for the open transaction, after members of organizations and before badges (decision 0067). */
export const lockAddress = lockEmail;

/** Locks an account against other changes. Throws 404 when it was deleted or merged meanwhile. */
export async function lockPerson(id: string): Promise<void> {
  if ((await lockUsers([id], "changes")).length === 0) throw notFound();
}

/**
 * Locks accounts against changes, and against rows being written for them, such as the acceptance of a badge. Throws
 * 404 when one was deleted or merged meanwhile.
 */
export async function lockPeople(ids: string[]): Promise<void> {
  if ((await lockUsers(ids, "references")).length !== new Set(ids).size) throw notFound();
}

/**
 * Locks accounts against merging and deletion until the commit. Returns for each its own id, or that of the account
 * it was merged into.
 */
export async function lockPeopleShared(ids: string[]): Promise<Map<string, string>> {
  return new Map((await lockUsersShared([...new Set(ids)])).map(({ id, survivor }) => [id, survivor]));
}

/**
 * Returns the account of an address whose mail was just received. Creates it when there is none, and confirms the
 * address. Call it in the transaction of what the person did.
 */
export async function ensureConfirmedUser(
  person: Omit<NewUser, "passwordHash" | "confirmedAt">,
): Promise<UserRow> {
  await lockEmail(person.email);
  const found = await findUserByEmail(person.email);
  if (!found) return insertUser({ ...person, passwordHash: null, confirmedAt: clock.now() });
  if (!found.confirmedAt) await confirmPrimaryEmail(person.email, clock.now());
  return found.user;
}

/**
 * Confirms the primary address of an account, whose mail was just received. The caller must have called
 * `lockAddress`.
 */
export const confirmPrimaryAddress = async (email: string): Promise<void> => {
  await confirmPrimaryEmail(email, clock.now());
};

/** Records that an account was opened. From then on no link of a badge opens it. */
export const recordAccountOpened = async (userId: string): Promise<void> => {
  await saveOpenedAt(userId, clock.now());
};

/** Creates an account for an unproved address that belongs to no account. The caller must have called `lockAddress`. */
export const createUnprovenUser = async (
  person: Omit<NewUser, "passwordHash" | "confirmedAt">,
): Promise<string> => (await insertUser({ ...person, passwordHash: null, confirmedAt: null })).id;

/**
 * Creates an account with the password of this hash. An existing account gets this password, which ends its sessions.
 * Hash it before any transaction (`hashPassword`).
 */
export function ensureAdministrator(
  email: string,
  name: [string, string],
  passwordHash: string,
): Promise<string> {
  return transaction(async () => {
    await lockEmail(email);
    const found = await findUserByEmail(email);
    if (found) {
      await confirmPrimaryEmail(email, clock.now());
      await savePassword(found.user.id, passwordHash);
      await recordActivity(found.user.id, "password_changed");
      return found.user.id;
    }
    const [firstName, lastName] = name;
    const person = { email, firstName, middleName: null, lastName, locale: DEFAULT_LOCALE, passwordHash };
    return (await insertUser({ ...person, confirmedAt: clock.now() })).id;
  });
}
