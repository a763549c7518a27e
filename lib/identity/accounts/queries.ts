import { clock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";
import { newId } from "@/lib/kernel/ids";
import { pageOf, slice, type Page, type PageRequest } from "@/lib/kernel/list/page";
import type { Prisma } from "@/prisma/generated/client";
import { emailSelect, meSelect, type EmailRow, type MeRow } from "./serializer";

/** An account that was neither deleted nor merged into another one. */
const living = { deletedAt: null, mergedIntoId: null } satisfies Prisma.UserWhereInput;

export const findMe = (userId: string): Promise<MeRow | null> =>
  db().user.findFirst({
    where: { id: userId, ...living },
    select: meSelect,
    relationLoadStrategy: "join",
  });

/** What an account is signed in to with; null when the account ended. */
export const findCredential = (userId: string) =>
  db().user.findFirst({
    where: { id: userId, ...living },
    select: { passwordHash: true, sessionVersion: true },
  });

/** Changes a person; false when the account was deleted or merged away meanwhile: into such a one nothing is written. */
export async function saveMe(userId: string, data: Prisma.UserUncheckedUpdateManyInput): Promise<boolean> {
  const { count } = await db().user.updateMany({ where: { id: userId, ...living }, data });
  return count === 1;
}

/** Ends every session that began before. */
export const raiseSessionVersion = (userId: string) =>
  db().user.updateMany({
    where: { id: userId, ...living },
    data: { sessionVersion: { increment: 1 } },
  });

/** Stores a new password, which ends the sessions that began before. The account must be locked. */
export const savePassword = (userId: string, passwordHash: string) =>
  db().user.updateMany({
    where: { id: userId, ...living },
    data: { passwordHash, sessionVersion: { increment: 1 } },
  });

/** An address of an account: confirmed, or the one that the account was made for; a claim is none. */
const ofLivingAccount = {
  OR: [{ confirmedAt: { not: null } }, { primary: true }],
  user: living,
} satisfies Prisma.UserEmailWhereInput;

/** The address of an account, by itself. */
export const findOwnedAddress = (email: string): Promise<{ id: string } | null> =>
  db().userEmail.findFirst({ where: { email, ...ofLivingAccount }, select: { id: true } });

/** The primary address of an account. */
export const findPrimaryAddress = (userId: string): Promise<{ id: string } | null> =>
  db().userEmail.findFirst({ where: { userId, primary: true, user: living }, select: { id: true } });

/** An address of an account by its id, with what a link to choose a password is made of. */
export async function findResettable(id: string) {
  const row = await db().userEmail.findFirst({
    where: { id, ...ofLivingAccount },
    select: { email: true, confirmedAt: true, userId: true, user: { select: { sessionVersion: true } } },
    relationLoadStrategy: "join",
  });
  if (!row) return null;
  const { user, ...address } = row;
  return { id, ...address, sessionVersion: user.sessionVersion };
}

/** Stores a new password unless it was changed, or the sessions ended, meanwhile; it ends all sessions. */
export async function saveResetPassword(
  { userId, sessionVersion }: { userId: string; sessionVersion: number },
  passwordHash: string,
): Promise<boolean> {
  const { count } = await db().user.updateMany({
    where: { id: userId, sessionVersion, ...living },
    data: { passwordHash, sessionVersion: { increment: 1 } },
  });
  return count === 1;
}

export async function findEmailPage(userId: string, page: PageRequest): Promise<Page<EmailRow>> {
  const where = { userId };
  return pageOf(
    page,
    db().userEmail.findMany({
      where,
      select: emailSelect,
      orderBy: [{ primary: "desc" }, { createdAt: "asc" }, { id: "asc" }],
      ...slice(page),
    }),
    db().userEmail.count({ where }),
  );
}

export const findEmail = (userId: string, id: string): Promise<EmailRow | null> =>
  db().userEmail.findFirst({ where: { userId, id }, select: emailSelect });

export const findEmailByAddress = (userId: string, email: string): Promise<EmailRow | null> =>
  db().userEmail.findFirst({ where: { userId, email }, select: emailSelect });

/** Whether the person of an account proved this address at that time or later. */
export const isProvedSince = async (email: string, time: Date): Promise<boolean> =>
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

/** Makes an address the primary one; the old one goes first, because an account has no two at any moment. */
export async function movePrimary(userId: string, id: string): Promise<void> {
  await db().userEmail.updateMany({ where: { userId, primary: true }, data: { primary: false } });
  await db().userEmail.update({ where: { id }, data: { primary: true }, select: { id: true } });
}

export async function deleteSecondary(userId: string, id: string): Promise<boolean> {
  const { count } = await db().userEmail.deleteMany({ where: { userId, id, primary: false } });
  return count === 1;
}

/** When the mails of the last hour were asked for that this person had sent to addresses, newest first. */
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
