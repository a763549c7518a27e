import { db } from "@/lib/kernel/db";
import { recipientTable, type Recipient } from "@/lib/kernel/outbox/deferred";

/**
 * Locks these recipients until the end of the transaction, always in the same order, so that no other worker decides
 * about mails to them.
 */
export const lockRecipients = (recipients: Recipient[]) =>
  db().$queryRaw`
    SELECT pg_advisory_xact_lock(key) IS NULL AS locked FROM (
      SELECT DISTINCT hashtextextended('mail:' || organization_id || ':' || recipient, 0) AS key
      FROM ${recipientTable(recipients)} ORDER BY key
    ) AS keys`;

/** The recent mails to a recipient, and the next deferred one. */
export type RecipientHistory = Recipient & {
  /** Times of the mails since `since`, newest first, in milliseconds. */
  sentAt: number[];
  /** When the first deferred message that no worker has claimed is due; null when there is none. */
  nextWaiting: Date | null;
};

/** Finds the recent mails of each recipient, in one statement. The claimed messages (`ids`) do not count. */
export const findRecipientHistories = (
  recipients: Recipient[],
  ids: string[],
  { since, now }: Record<"since" | "now", Date>,
) =>
  db().$queryRaw<RecipientHistory[]>`
    SELECT asked.organization_id AS "organizationId", asked.recipient, (
        SELECT COALESCE(json_agg(floor(extract(epoch FROM sent_at) * 1000)::bigint ORDER BY sent_at DESC), '[]')
        FROM mail_sendings AS sending
        WHERE sending.organization_id = asked.organization_id
          AND sending.recipient_digest = decode(asked.recipient, 'hex')
          AND sent_at > ${since} AND outbox_message_id <> ALL (${ids}::uuid[])
      ) AS "sentAt", (
        SELECT min(next_attempt_at) FROM outbox_messages AS waiting
        WHERE waiting.state = 'due' AND waiting.recipient_digest IS NOT NULL
          AND waiting.organization_id = asked.organization_id
          AND waiting.recipient_digest = decode(asked.recipient, 'hex') AND waiting.id <> ALL (${ids}::uuid[])
          AND (waiting.leased_until IS NULL OR waiting.leased_until <= ${now})
      ) AS "nextWaiting"
    FROM ${recipientTable(recipients)}`;

/** Records mails that are being sent. A mail that is sent again counts once, at its last time. */
export async function insertSendings(sendings: (Recipient & { id: string })[], at: Date): Promise<void> {
  if (sendings.length === 0) return;
  const rows = sendings.map(({ id, organizationId, recipient }) => ({
    id,
    organization_id: organizationId,
    recipient,
  }));
  await db().$executeRaw`
    INSERT INTO mail_sendings (outbox_message_id, organization_id, recipient_digest, sent_at)
    SELECT id, organization_id, decode(recipient, 'hex'), ${at}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row(id uuid, organization_id uuid, recipient text)
    ON CONFLICT (outbox_message_id) DO UPDATE SET sent_at = EXCLUDED.sent_at`;
}

/** Deletes the records of messages whose mail was not sent. */
export const deleteSendings = (messageIds: string[]) =>
  db().mailSending.deleteMany({ where: { outboxMessageId: { in: messageIds } } });

/** Deletes records up to this time. */
export const deleteSendingsBefore = (time: Date) =>
  db().mailSending.deleteMany({ where: { sentAt: { lte: time } } });

/** Finds the primary address of a person, if it is confirmed. */
export const findProvedAddress = async (userId: string): Promise<string | null> => {
  const found = await db().userEmail.findFirst({
    where: { userId, primary: true, confirmedAt: { not: null } },
    select: { email: true },
  });
  return found?.email ?? null;
};

/** The data of an organization for sample mails. */
export type SampleData = {
  name: string;
  color: string | null;
  supportEmail: string | null;
  webhookUrl: string | null;
  badgeName: string | null;
  description: string | null;
  imageId: string | null;
};

/** Finds these organizations, each with its newest active template, if it has one. */
export async function findSampleData(organizationIds: string[]): Promise<(SampleData & { id: string })[]> {
  const organizations = await db().organization.findMany({
    where: { id: { in: organizationIds } },
    select: {
      id: true,
      name: true,
      primaryHexColor: true,
      supportEmail: true,
      webhookUrl: true,
      badgeTemplates: {
        where: { state: "active" },
        select: { name: true, description: true, imageId: true },
        orderBy: [{ createdAt: "desc" }, { id: "desc" }],
        take: 1,
      },
    },
    relationLoadStrategy: "join",
  });
  return organizations.map(({ badgeTemplates: [template], primaryHexColor, ...organization }) => ({
    ...organization,
    color: primaryHexColor,
    badgeName: template?.name ?? null,
    description: template?.description ?? null,
    imageId: template?.imageId ?? null,
  }));
}
