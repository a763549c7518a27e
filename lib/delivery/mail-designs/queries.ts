import { db } from "@/lib/kernel/db";
import { takeNamedLock } from "@/lib/kernel/named-lock";
import type { Prisma } from "@/prisma/generated/client";
import type { StoredTexts } from "./schema";
import { designSelect, readDesignRow, type MailDesignRow } from "./serializer";

/** Finds the design of an organization's mails, the built-in one when it has none. */
export const findDesign = async (organizationId: string): Promise<MailDesignRow> =>
  readDesignRow(
    await db().mailDesign.findUnique({
      where: { organizationId },
      select: designSelect(organizationId),
      relationLoadStrategy: "join",
    }),
  );

/** Locks the design of an organization against other changes until the transaction ends. */
export const lockDesign = (organizationId: string) => takeNamedLock(`mail_design:${organizationId}`);

type NewDesign = {
  senderName: string | null;
  replyToEmailId: string | null;
  texts: StoredTexts;
  updatedAt: Date;
};

export const saveDesign = async (organizationId: string, design: NewDesign): Promise<MailDesignRow> =>
  readDesignRow(
    await db().mailDesign.upsert({
      where: { organizationId },
      create: { organizationId, ...design },
      update: design,
      select: designSelect(organizationId),
    }),
  );

/**
 * Selects the addresses to which an organization may direct replies: the confirmed primary ones of its members, and
 * every confirmed one of this person. Other addresses of members are private, and nothing shows whether one exists.
 */
const replyToWhere = (organizationId: string, userId: string | null) =>
  ({
    confirmedAt: { not: null },
    user: { deletedAt: null, mergedIntoId: null, memberships: { some: { organizationId } } },
    OR: [{ primary: true }, ...(userId === null ? [] : [{ userId }])],
  }) satisfies Prisma.UserEmailWhereInput;

export const findReplyToEmail = (organizationId: string, email: string, userId: string | null) =>
  db().userEmail.findFirst({
    where: { email, ...replyToWhere(organizationId, userId) },
    select: { id: true, email: true },
  });

export const findReplyToEmails = (organizationId: string, userId: string | null, limit: number) =>
  db().userEmail.findMany({
    where: replyToWhere(organizationId, userId),
    select: { email: true },
    orderBy: { email: "asc" },
    take: limit,
  });
