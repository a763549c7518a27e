import { Prisma } from "@/prisma/generated/client";

/** What an organization has chosen about the sender of its mails. */
export type SenderColumns = {
  senderName: string | null;
  /** An address of a member, if it is still confirmed and they are still one. */
  replyToAddress: string | null;
};

/** Joins the mail design of an organization; `id` is the column with its id. */
export const joinMailDesign = (id: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`LEFT JOIN mail_designs AS design ON design.organization_id = ${id}`;

/** The address for replies as a column, from the id of an organization and of an address. */
export const replyToAddressSql = (organizationId: Prisma.Sql, emailId: Prisma.Sql): Prisma.Sql => Prisma.sql`
  (SELECT reply.email FROM user_emails AS reply
   JOIN memberships AS replying ON replying.user_id = reply.user_id AND replying.organization_id = ${organizationId}
   WHERE reply.id = ${emailId} AND reply.confirmed_at IS NOT NULL) AS "replyToAddress"`;

/** The columns of `SenderColumns`. Needs the table of `joinMailDesign`. */
export const senderColumns = Prisma.sql`design.sender_name AS "senderName",
  ${replyToAddressSql(Prisma.sql`design.organization_id`, Prisma.sql`design.reply_to_email_id`)}`;
