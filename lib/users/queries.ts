import { db } from "@/lib/kernel/db";
import { newId } from "@/lib/kernel/ids";
import { signInSelect, userSelect } from "./serializer";

export const findSignIn = (email: string) =>
  db().userEmail.findFirst({
    where: { email, confirmedAt: { not: null }, user: { deletedAt: null, mergedIntoId: null } },
    select: { user: { select: signInSelect } },
    relationLoadStrategy: "join",
  });

export const findMember = (userId: string) =>
  db().user.findFirst({
    where: { id: userId, deletedAt: null, mergedIntoId: null },
    select: signInSelect,
    relationLoadStrategy: "join",
  });

/** The account that an address belongs to, confirmed or not. */
export const findUserByEmail = (email: string) =>
  db().userEmail.findUnique({
    where: { email },
    select: { confirmedAt: true, user: { select: userSelect } },
    relationLoadStrategy: "join",
  });

/** Makes two transactions that would make an account for one address follow one another. */
export const lockEmail = (email: string) =>
  db().$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`account:${email}`}, 0)) IS NULL AS locked`;

export type NewUser = {
  email: string;
  firstName: string;
  middleName: string | null;
  lastName: string;
  locale: string;
  passwordHash: string | null;
  confirmedAt: Date | null;
};

export const insertUser = ({ email, confirmedAt, ...user }: NewUser) => {
  const id = newId();
  return db().user.create({
    data: {
      ...user,
      id,
      vanitySlug: `u-${id.slice(-12)}`,
      emails: { create: { id: newId(), email, primary: true, confirmedAt } },
    },
    select: userSelect,
  });
};

export const confirmEmail = (email: string, at: Date) =>
  db().userEmail.updateMany({ where: { email, confirmedAt: null }, data: { confirmedAt: at } });

export const savePassword = (userId: string, passwordHash: string) =>
  db().user.update({
    where: { id: userId },
    data: { passwordHash, sessionVersion: { increment: 1 } },
    select: { id: true },
  });
