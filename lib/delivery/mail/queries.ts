import { INVITABLE_STATES } from "@/lib/workforce/employees/schema";
import type { TextsOfLanguage } from "@/lib/delivery/mail-designs/schema";
import { clock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";
import { Prisma, type BadgeState, type MemberRole } from "@/prisma/generated/client";
import { joinMailDesign, replyToAddressSql, senderColumns, type SenderColumns } from "./sender-queries";
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

// Queries for mails to an address that its person may not have confirmed.

/** The data of the mail about a claimed address; `other` is the primary address of the account that it belongs to. */
export type ClaimedAddress = {
  id: string;
  email: string;
  sentAt: Date;
  locale: string;
  account: string;
  other: string | null;
};

/** Finds those of these claims that are not confirmed yet. */
export const findClaimedAddresses = (ids: string[]) =>
  db().$queryRaw<ClaimedAddress[]>`
    SELECT claim.id, claim.email, claim.confirmation_sent_at AS "sentAt", person.locale, own.email AS account,
      other.email AS other
    FROM user_emails AS claim
    JOIN users AS person ON person.id = claim.user_id
    JOIN user_emails AS own ON own.user_id = claim.user_id AND own.primary
    LEFT JOIN user_emails AS owned ON owned.email = claim.email AND owned.user_id <> claim.user_id
      AND (owned.confirmed_at IS NOT NULL OR owned.primary)
    LEFT JOIN user_emails AS other ON other.user_id = owned.user_id AND other.primary
    WHERE claim.id = ANY (${ids}::uuid[]) AND claim.confirmed_at IS NULL AND claim.confirmation_sent_at IS NOT NULL`;

/** The data of the mail to connect a course with an account. The link belongs to the newest request. */
export type CourseToConnect = SenderColumns & {
  id: string;
  email: string;
  askedAt: Date;
  locale: string;
  /** The app belongs to a test organization. */
  isTest: boolean;
  course: string;
  app: string;
  organization: string;
  color: string | null;
  supportEmail: string | null;
};

/** Finds those of these requests that are not answered, of addresses that belong to an account. */
export const findCoursesToConnect = (ids: string[]) =>
  db().$queryRaw<CourseToConnect[]>`
    SELECT request.id, request.email, asked_at AS "askedAt", person.locale,
      organization.test_of_id IS NOT NULL AS "isTest", integration.name AS course, app.name AS app,
      organization.name AS organization, primary_hex_color AS color, support_email AS "supportEmail", ${senderColumns}
    FROM learning_connection_requests AS request
    JOIN learning_apps AS app ON app.id = request.app_id
    JOIN organizations AS organization ON organization.id = app.organization_id
    ${joinMailDesign(Prisma.sql`organization.id`)}
    JOIN learning_integrations AS integration ON integration.id = request.integration_id
    JOIN user_emails AS address ON address.email = request.email
      AND (address.confirmed_at IS NOT NULL OR address.primary)
    JOIN users AS person ON person.id = address.user_id AND person.deleted_at IS NULL AND merged_into_id IS NULL
    WHERE request.id = ANY (${ids}::uuid[]) AND connected_at IS NULL`;

/** The data of the mail to someone who forgot their password. */
export type PasswordRecipient = {
  id: string;
  email: string;
  userId: string;
  sessionVersion: number;
  locale: string;
};

/** Finds those of these addresses that belong to an account (not only claimed) that is neither deleted nor merged. */
export const findPasswordRecipients = (ids: string[]) =>
  db().$queryRaw<PasswordRecipient[]>`
    SELECT address.id, address.email, person.id AS "userId", person.session_version AS "sessionVersion",
      person.locale
    FROM user_emails AS address
    JOIN users AS person ON person.id = address.user_id AND person.deleted_at IS NULL AND merged_into_id IS NULL
    WHERE address.id = ANY (${ids}::uuid[]) AND (address.confirmed_at IS NOT NULL OR address.primary)`;

/** The data of mails about a badge, with the account status of its recipient's address. */
export type MailedBadge = SenderColumns & {
  id: string;
  organizationId: string;
  state: BadgeState;
  isPublic: boolean;
  addressCorrectedAt: Date | null;
  recipientEmail: string;
  issuedTo: string;
  firstName: string | null;
  /** The language of the account that confirmed the address, otherwise the badge's. */
  locale: string;
  expiresAt: Date | null;
  expiresAtDate: Date | null;
  revocationReason: string | null;
  badgeName: string;
  description: string;
  imageId: string;
  /** The template has reminders before badges expire switched on. */
  isReminding: boolean;
  issuer: string;
  issuerColor: string | null;
  supportEmail: string | null;
  /** The texts that the issuer has written in this language, by kind of mail. */
  texts: TextsOfLanguage | null;
  account: "confirmed" | "unconfirmed" | "none";
  /** It is a badge of a test organization. */
  isTest: boolean;
};

/** Finds those of these badges that are not deleted. */
export const findBadgesForMail = (ids: string[]) =>
  db().$queryRaw<MailedBadge[]>`
    SELECT badge.id, badge.organization_id AS "organizationId", badge.state, badge.public AS "isPublic",
      badge.address_corrected_at AS "addressCorrectedAt", recipient_email AS "recipientEmail", issued_to AS "issuedTo", issued_to_first_name AS "firstName",
      CASE WHEN account.confirmed_at IS NULL THEN badge.locale ELSE person.locale END AS locale,
      expires_at AS "expiresAt", expires_at_date AS "expiresAtDate", revocation_reason AS "revocationReason",
      template.name AS "badgeName", template.description, template.image_id AS "imageId",
      template.send_expiring_badge_notifications AS "isReminding", issuer.name AS "issuer",
      issuer.primary_hex_color AS "issuerColor", issuer.support_email AS "supportEmail", ${senderColumns},
      design.texts -> CASE WHEN account.confirmed_at IS NULL THEN badge.locale ELSE person.locale END AS texts,
      CASE WHEN account.id IS NULL THEN 'none' WHEN account.confirmed_at IS NULL THEN 'unconfirmed'
        ELSE 'confirmed' END AS account,
      (SELECT test_of_id IS NOT NULL FROM organizations WHERE id = badge.organization_id) AS "isTest"
    FROM issued_badges AS badge
    JOIN badge_templates AS template ON template.id = badge.badge_template_id
    JOIN organizations AS issuer ON issuer.id = CASE WHEN display_issuer_as IN ('grantor', 'both')
      THEN badge.template_organization_id ELSE badge.organization_id END
    ${joinMailDesign(Prisma.sql`issuer.id`)}
    LEFT JOIN user_emails AS account ON account.email = badge.recipient_email
      AND (account.confirmed_at IS NOT NULL OR account.primary)
    LEFT JOIN users AS person ON person.id = account.user_id
    WHERE badge.id = ANY (${ids}::uuid[]) AND badge.deleted_at IS NULL`;

export const findFailingReceivers = (ids: string[]) =>
  db().organization.findMany({
    where: { id: { in: ids }, webhookUrl: { not: null }, webhookFailingSince: { not: null } },
    select: {
      id: true,
      name: true,
      vanitySlug: true,
      primaryHexColor: true,
      technicalContactEmail: true,
      contactEmail: true,
      webhookUrl: true,
      webhookFailingSince: true,
    },
  });

/** An organization whose webhook endpoint is failing. */
export type FailingReceiver = Awaited<ReturnType<typeof findFailingReceivers>>[number];

/**
 * The language for an invited person who may have no account, as a column: that of their account, otherwise of the
 * badge that the organization last issued to the address, otherwise English. Needs the tables `person` and `invited`.
 */
const invitedLocale = Prisma.sql`
  COALESCE(person.locale,
    (SELECT locale FROM issued_badges
     WHERE organization_id = invited.organization_id AND recipient_email = invited.email AND deleted_at IS NULL
     ORDER BY issued_at DESC, id DESC LIMIT 1), 'en') AS locale`;

/** The data of an employee's invitation. */
export type InvitedEmployee = SenderColumns & {
  id: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  locale: string;
  organization: string;
  color: string | null;
  supportEmail: string | null;
};

/** Finds those of these employees who have not answered yet, in organizations with access to workforce data. */
export const findInvitedEmployees = (ids: string[]) =>
  db().$queryRaw<InvitedEmployee[]>`
    SELECT invited.id, invited.email, invited.first_name AS "firstName", invited.last_name AS "lastName", ${invitedLocale},
      organization.name AS organization, primary_hex_color AS color, support_email AS "supportEmail", ${senderColumns}
    FROM employees AS invited
    JOIN organizations AS organization ON organization.id = invited.organization_id AND workforce_enabled
    ${joinMailDesign(Prisma.sql`organization.id`)}
    LEFT JOIN users AS person ON person.id = invited.user_id
    WHERE invited.id = ANY (${ids}::uuid[]) AND invited.state::text = ANY (${[...INVITABLE_STATES]})`;

/** Finds those of these invitations that can still be accepted. */
export const findMemberInvitations = (ids: string[]) =>
  db().$queryRaw<InvitedMember[]>`
    SELECT invited.id, invited.email, invited.role, invited_by_type AS "inviterType",
      invited_by_name AS inviter, sent_at AS "sentAt", expires_at AS "expiresAt", ${invitedLocale},
      organization.name AS organization, primary_hex_color AS color, support_email AS "supportEmail", ${senderColumns}
    FROM member_invitations AS invited
    JOIN organizations AS organization ON organization.id = invited.organization_id
    ${joinMailDesign(Prisma.sql`organization.id`)}
    LEFT JOIN user_emails AS address ON address.email = invited.email AND address.confirmed_at IS NOT NULL
    LEFT JOIN users AS person ON person.id = address.user_id
    WHERE invited.id = ANY (${ids}::uuid[]) AND accepted_at IS NULL AND withdrawn_at IS NULL
      AND expires_at > ${clock.now()}`;

/** The data of a member's invitation. */
export type InvitedMember = SenderColumns & {
  id: string;
  email: string;
  role: MemberRole;
  inviterType: string;
  inviter: string;
  sentAt: Date;
  expiresAt: Date;
  locale: string;
  organization: string;
  color: string | null;
  supportEmail: string | null;
};

/** An administrator to notify that a domain is no longer verified; `id` is that of the message. */
export type DomainAdministrator = {
  id: string;
  name: string;
  email: string;
  locale: string;
  organization: string;
  vanitySlug: string;
  color: string | null;
};

/**
 * Finds the recipients of these messages who still administer the organization, while the domain exists and is not
 * verified.
 */
export const findDomainAdministrators = (messageIds: string[]) =>
  db().$queryRaw<DomainAdministrator[]>`
    SELECT message.id, concat_ws(' ', person.first_name, person.last_name) AS name, address.email, person.locale,
      organization.name AS organization, organization.vanity_slug AS "vanitySlug", primary_hex_color AS color
    FROM outbox_messages AS message
    JOIN organizations AS organization ON organization.id = message.organization_id AND verified_at IS NULL
    JOIN organization_domains AS domain ON domain.organization_id = organization.id
      AND domain.name = message.payload ->> 'domain'
    JOIN memberships AS membership ON membership.organization_id = organization.id
      AND membership.user_id = message.subject_id AND membership.role = 'administrator'
    JOIN users AS person ON person.id = message.subject_id AND deleted_at IS NULL AND merged_into_id IS NULL
    JOIN user_emails AS address ON address.user_id = person.id AND address.primary
    WHERE message.id = ANY (${messageIds}::uuid[])`;

/** A member who tries the design of mails; `id` is that of the message. */
export type DesignTester = SenderColumns & {
  id: string;
  organizationId: string;
  organization: string;
  supportEmail: string | null;
  name: string;
  email: string;
};

/** Finds the primary address of a person, if it is confirmed. */
export const findProvedAddress = async (userId: string): Promise<string | null> => {
  const found = await db().userEmail.findFirst({
    where: { userId, primary: true, confirmedAt: { not: null } },
    select: { email: true },
  });
  return found?.email ?? null;
};

/** Finds the senders of these messages who are still members, with their primary address if it is confirmed. */
export const findDesignTesters = (messageIds: string[]) =>
  db().$queryRaw<DesignTester[]>`
    SELECT message.id, organization.id AS "organizationId", organization.name AS organization,
      support_email AS "supportEmail", concat_ws(' ', person.first_name, person.last_name) AS name, address.email,
      message.payload ->> 'sender_name' AS "senderName",
      ${replyToAddressSql(Prisma.sql`organization.id`, Prisma.sql`(message.payload ->> 'reply_to_email_id')::uuid`)}
    FROM outbox_messages AS message
    JOIN organizations AS organization ON organization.id = message.organization_id
    JOIN memberships AS membership ON membership.organization_id = organization.id
      AND membership.user_id = message.subject_id
    JOIN users AS person ON person.id = message.subject_id AND deleted_at IS NULL AND merged_into_id IS NULL
    JOIN user_emails AS address ON address.user_id = person.id AND address.primary
      AND address.confirmed_at IS NOT NULL
    WHERE message.id = ANY (${messageIds}::uuid[])`;

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

/** Finds the organization with its newest active template, if it has one. */
export async function findSampleData(organizationId: string): Promise<SampleData> {
  const { badgeTemplates, primaryHexColor, ...organization } = await db().organization.findUniqueOrThrow({
    where: { id: organizationId },
    select: {
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
  const [template] = badgeTemplates;
  return {
    ...organization,
    color: primaryHexColor,
    badgeName: template?.name ?? null,
    description: template?.description ?? null,
    imageId: template?.imageId ?? null,
  };
}
