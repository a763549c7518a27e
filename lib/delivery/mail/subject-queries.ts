import { INVITABLE_STATES } from "@/lib/workforce/employees/schema";
import type { TextsOfLanguage } from "@/lib/delivery/mail-designs/schema";
import type { NoticeKind } from "@/lib/organizations/notices/choices";
import { clock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";
import { Prisma, type BadgeState, type MemberRole } from "@/prisma/generated/client";

// What each mail is about, found with one query for all messages of its kind.

/** What an organization has chosen about the sender of its mails. */
export type SenderColumns = {
  senderName: string | null;
  /** An address of a member, if it is still confirmed and they are still one. */
  replyToAddress: string | null;
};

/** Joins the mail design of an organization; `id` is the column with its id. */
const joinMailDesign = (id: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`LEFT JOIN mail_designs AS design ON design.organization_id = ${id}`;

/** The address for replies as a column, from the id of an organization and of an address. */
const replyToAddressSql = (organizationId: Prisma.Sql, emailId: Prisma.Sql): Prisma.Sql => Prisma.sql`
  (SELECT reply.email FROM user_emails AS reply
   JOIN memberships AS replying ON replying.user_id = reply.user_id AND replying.organization_id = ${organizationId}
   WHERE reply.id = ${emailId} AND reply.confirmed_at IS NOT NULL) AS "replyToAddress"`;

/** The columns of `SenderColumns`. Needs the table of `joinMailDesign`. */
const senderColumns = Prisma.sql`design.sender_name AS "senderName",
  ${replyToAddressSql(Prisma.sql`design.organization_id`, Prisma.sql`design.reply_to_email_id`)}`;

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

/** Finds those of these active employees who have not answered yet, in organizations with access to workforce data. */
export const findInvitedEmployees = (ids: string[]) =>
  db().$queryRaw<InvitedEmployee[]>`
    SELECT invited.id, invited.email, invited.first_name AS "firstName", invited.last_name AS "lastName", ${invitedLocale},
      organization.name AS organization, primary_hex_color AS color, support_email AS "supportEmail", ${senderColumns}
    FROM employees AS invited
    JOIN organizations AS organization ON organization.id = invited.organization_id AND workforce_enabled
    ${joinMailDesign(Prisma.sql`organization.id`)}
    LEFT JOIN users AS person ON person.id = invited.user_id
    WHERE invited.id = ANY (${ids}::uuid[]) AND invited.state::text = ANY (${[...INVITABLE_STATES]})
      AND invited.deactivated_at IS NULL`;

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

/** A notice with its reader. The organization is null for a notice about the account. */
export type MailedNotice = {
  id: string;
  userId: string;
  /** What it is about. A person has one notice for each key. */
  key: string;
  kind: NoticeKind;
  /** As `NoticeData` has it. */
  data: Record<string, unknown>;
  name: string;
  email: string;
  locale: string;
  organization: string | null;
  vanitySlug: string | null;
  color: string | null;
};

/** Finds these notices with the primary addresses of their readers. A notice ends with the membership. */
export const findMailedNotices = (ids: string[]) =>
  db().$queryRaw<MailedNotice[]>`
    SELECT notice.id, notice.user_id AS "userId", notice.key, notice.kind, notice.data, concat_ws(' ', person.first_name, person.last_name) AS name,
      address.email, person.locale, organization.name AS organization, organization.vanity_slug AS "vanitySlug",
      primary_hex_color AS color
    FROM notices AS notice
    JOIN users AS person ON person.id = notice.user_id AND deleted_at IS NULL AND merged_into_id IS NULL
    JOIN user_emails AS address ON address.user_id = person.id AND address.primary
    LEFT JOIN organizations AS organization ON organization.id = notice.organization_id
    WHERE notice.id = ANY (${ids}::uuid[])`;
