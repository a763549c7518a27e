import { clock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";
import { newId } from "@/lib/kernel/ids";
import { loadPage, toSkipTake, type Page, type PageRequest } from "@/lib/kernel/list/page";
import { Prisma } from "@/prisma/generated/client";
import { emailSelect, meSelect, type EmailRow, type MeRow } from "./serializer";

/** The hash that replaces the address of a deleted account. The address stays unavailable, but cannot be read. */
const hashSql = (slug: Prisma.Sql) =>
  Prisma.sql`'sha256:' || encode(sha256(convert_to(${slug}, 'UTF8')), 'hex')`;

export const findAddressState = (userId: string) =>
  db().user.findUniqueOrThrow({
    where: { id: userId },
    select: { vanitySlug: true, profileAddressChanges: true },
  });

/** Stores an address of a person, unless somebody has it. */
export const insertAddress = (userId: string, slug: string, createdAt: Date) =>
  db().profileAddress.createMany({ data: { slug, userId, createdAt }, skipDuplicates: true });

/** Checks whether an address belongs to this account, and to no other one now or before its deletion. */
export async function isAddressOwned(userId: string, slug: string): Promise<boolean> {
  const [row] = await db().$queryRaw<{ owned: boolean }[]>`
    SELECT EXISTS (SELECT FROM profile_addresses WHERE slug = ${slug} AND user_id = ${userId}::uuid)
      AND NOT EXISTS (SELECT FROM profile_addresses WHERE slug = ${hashSql(Prisma.sql`${slug}::text`)})
      AND NOT EXISTS (SELECT FROM users WHERE vanity_slug = ${slug} AND id <> ${userId}::uuid) AS owned`;
  return row?.owned ?? false;
}

export const saveAddress = (userId: string, vanitySlug: string, profileAddressChanges: Date[]) =>
  db().user.update({
    where: { id: userId },
    data: { vanitySlug, profileAddressChanges },
    select: { id: true },
  });

/** Moves the addresses of a merged account, also its current one, to the account it is merged into. */
export async function moveAddresses(source: string, survivor: string, now: Date): Promise<void> {
  const { vanitySlug } = await findAddressState(source);
  await insertAddress(source, vanitySlug, now);
  await db().profileAddress.updateMany({ where: { userId: source }, data: { userId: survivor } });
  await db().user.update({
    where: { id: source },
    data: { vanitySlug: `merged-${source}` },
    select: { id: true },
  });
}

/** The condition for an account that was neither deleted nor merged into another one. */
const activeUserWhere = { deletedAt: null, mergedIntoId: null } satisfies Prisma.UserWhereInput;

export const findMe = (userId: string): Promise<MeRow | null> =>
  db().user.findFirst({
    where: { id: userId, ...activeUserWhere },
    select: meSelect,
    relationLoadStrategy: "join",
  });

/** Finds the password hash and session version of an account. Null when it was deleted or merged. */
export const findPasswordCredential = (userId: string) =>
  db().user.findFirst({
    where: { id: userId, ...activeUserWhere },
    select: { passwordHash: true, sessionVersion: true },
  });

/** Updates a person. Returns false when the account was deleted or merged meanwhile. */
export async function saveMe(userId: string, data: Prisma.UserUncheckedUpdateManyInput): Promise<boolean> {
  const { count } = await db().user.updateMany({ where: { id: userId, ...activeUserWhere }, data });
  return count === 1;
}

/** Increments the session version, which ends every session that began before. */
export const incrementSessionVersion = (userId: string) =>
  db().user.updateMany({
    where: { id: userId, ...activeUserWhere },
    data: { sessionVersion: { increment: 1 } },
  });

/** Stores a new password, which ends the sessions that began before. The account must be locked. */
export const savePassword = (userId: string, passwordHash: string) =>
  db().user.updateMany({
    where: { id: userId, ...activeUserWhere },
    data: { passwordHash, sessionVersion: { increment: 1 } },
  });

/** The condition for an address that belongs to an account: confirmed, or its primary address. Claims are excluded. */
const ownedAddressWhere = {
  OR: [{ confirmedAt: { not: null } }, { primary: true }],
  user: activeUserWhere,
} satisfies Prisma.UserEmailWhereInput;

/** Finds an address that belongs to an account. */
export const findOwnedAddress = (email: string): Promise<{ id: string } | null> =>
  db().userEmail.findFirst({ where: { email, ...ownedAddressWhere }, select: { id: true } });

/** Finds the primary address of an account. */
export const findPrimaryAddress = (userId: string): Promise<{ id: string } | null> =>
  db().userEmail.findFirst({ where: { userId, primary: true, user: activeUserWhere }, select: { id: true } });

/** Finds an address of an account by its id, with what a password link is built from. */
export async function findResettableAddress(id: string) {
  const row = await db().userEmail.findFirst({
    where: { id, ...ownedAddressWhere },
    select: { email: true, confirmedAt: true, userId: true, user: { select: { sessionVersion: true } } },
    relationLoadStrategy: "join",
  });
  if (!row) return null;
  const { user, ...address } = row;
  return { id, ...address, sessionVersion: user.sessionVersion };
}

/**
 * Stores a new password, which ends all sessions. Returns false when the password or the session version changed
 * meanwhile.
 */
export async function saveResetPassword(
  { userId, sessionVersion }: { userId: string; sessionVersion: number },
  passwordHash: string,
): Promise<boolean> {
  const { count } = await db().user.updateMany({
    where: { id: userId, sessionVersion, ...activeUserWhere },
    data: { passwordHash, sessionVersion: { increment: 1 } },
  });
  return count === 1;
}

export async function findEmailPage(userId: string, page: PageRequest): Promise<Page<EmailRow>> {
  const where = { userId };
  return loadPage(
    page,
    db().userEmail.findMany({
      where,
      select: emailSelect,
      orderBy: [{ primary: "desc" }, { createdAt: "asc" }, { id: "asc" }],
      ...toSkipTake(page),
    }),
    db().userEmail.count({ where }),
  );
}

export const findEmail = (userId: string, id: string): Promise<EmailRow | null> =>
  db().userEmail.findFirst({ where: { userId, id }, select: emailSelect });

export const findEmailByAddress = (userId: string, email: string): Promise<EmailRow | null> =>
  db().userEmail.findFirst({ where: { userId, email }, select: emailSelect });

/** Checks whether an account confirmed this address at that time or later. */
export const wasConfirmedSince = async (email: string, time: Date): Promise<boolean> =>
  (await db().userEmail.count({ where: { email, confirmedAt: { gte: time } } })) > 0;

export const countEmails = (userId: string): Promise<number> => db().userEmail.count({ where: { userId } });

export const insertClaim = (userId: string, email: string): Promise<EmailRow> =>
  db().userEmail.create({
    data: {
      id: newId(),
      userId,
      email,
      primary: false,
      confirmationSentAt: clock.now(),
      createdAt: clock.now(),
    },
    select: emailSelect,
  });

export const saveEmail = (id: string, data: Prisma.UserEmailUpdateInput): Promise<EmailRow> =>
  db().userEmail.update({ where: { id }, data, select: emailSelect });

/** Makes an address the primary one. The old one is unset first, because an account may never have two. */
export async function setPrimaryEmail(userId: string, id: string): Promise<void> {
  await db().userEmail.updateMany({ where: { userId, primary: true }, data: { primary: false } });
  await db().userEmail.update({ where: { id }, data: { primary: true }, select: { id: true } });
}

export async function deleteSecondaryEmail(userId: string, id: string): Promise<boolean> {
  const { count } = await db().userEmail.deleteMany({ where: { userId, id, primary: false } });
  return count === 1;
}

/** Finds when this person's confirmation mails since a moment were queued, newest first. */
export const findRecentMails = (userId: string, since: Date, take: number) =>
  db().outboxMessage.findMany({
    where: {
      subjectId: userId,
      kind: "mail",
      createdAt: { gt: since },
      payload: { path: ["template"], equals: "confirm_email" },
    },
    select: { createdAt: true },
    orderBy: { createdAt: "desc" },
    take,
  });
