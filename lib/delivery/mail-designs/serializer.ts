import { readInstallationSender } from "./installation-sender";
import type { Prisma } from "@/prisma/generated/client";
import { StoredTexts, type MailDesign } from "./schema";

/** The columns of a design, with what shows whether its address for replies still belongs to a member. */
export const designSelect = (organizationId: string) =>
  ({
    senderName: true,
    texts: true,
    updatedAt: true,
    replyToEmail: {
      select: {
        id: true,
        email: true,
        confirmedAt: true,
        user: { select: { memberships: { where: { organizationId }, select: { role: true } } } },
      },
    },
  }) satisfies Prisma.MailDesignSelect;

/** A design, and when it was saved; null for the built-in one. */
export type MailDesignRow = {
  senderName: string | null;
  replyTo: { id: string; email: string } | null;
  texts: StoredTexts;
  updatedAt: Date | null;
};

type StoredRow = Prisma.MailDesignGetPayload<{ select: ReturnType<typeof designSelect> }>;

const readReplyTo = ({ replyToEmail }: StoredRow): MailDesignRow["replyTo"] =>
  replyToEmail?.confirmedAt && replyToEmail.user.memberships.length > 0
    ? { id: replyToEmail.id, email: replyToEmail.email }
    : null;

/** Reads a stored design. Without one it is the built-in one. */
export const readDesignRow = (row: StoredRow | null): MailDesignRow =>
  row
    ? {
        senderName: row.senderName,
        replyTo: readReplyTo(row),
        texts: StoredTexts.parse(row.texts),
        updatedAt: row.updatedAt,
      }
    : { senderName: null, replyTo: null, texts: {}, updatedAt: null };

export const presentMailDesign = ({ senderName, replyTo, texts, updatedAt }: MailDesignRow): MailDesign => ({
  sender_name: senderName,
  sender_address: readInstallationSender().address,
  reply_to: replyTo?.email ?? null,
  texts,
  updated_at: updatedAt?.toISOString() ?? null,
});
