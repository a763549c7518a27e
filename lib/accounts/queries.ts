import { clock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";
import { newId } from "@/lib/kernel/ids";
import { pageOf, slice, type Page, type PageRequest } from "@/lib/kernel/list/page";
import type { Prisma } from "@/prisma/generated/client";
import { emailSelect, meSelect, type EmailRow, type MeRow } from "./serializer";

export const findMe = (userId: string): Promise<MeRow | null> =>
  db().user.findUnique({ where: { id: userId }, select: meSelect, relationLoadStrategy: "join" });

export const saveMe = (userId: string, data: Prisma.UserUpdateInput): Promise<MeRow> =>
  db().user.update({ where: { id: userId }, data, select: meSelect });

/** Ends every session that began before. */
export const raiseSessionVersion = (userId: string) =>
  db().user.update({
    where: { id: userId },
    data: { sessionVersion: { increment: 1 } },
    select: { id: true },
  });

/** Stores a new password unless it was changed meanwhile; it ends the sessions that began before. */
export async function replacePassword(
  userId: string,
  previous: string | null,
  passwordHash: string,
): Promise<boolean> {
  const { count } = await db().user.updateMany({
    where: { id: userId, passwordHash: previous },
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

/** When the mails of the last hour were asked for that this person had sent, newest first. */
export const findRecentMails = (userId: string, since: Date, take: number) =>
  db().outboxMessage.findMany({
    where: { subjectId: userId, kind: "mail", createdAt: { gt: since } },
    select: { createdAt: true },
    orderBy: { createdAt: "desc" },
    take,
  });
