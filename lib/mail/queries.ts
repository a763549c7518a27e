import { INVITABLE_STATES } from "@/lib/employees/schema";
import { clock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";
import { Prisma, type BadgeState, type MemberRole } from "@/prisma/generated/client";

/** What the mails about a badge say, and what is known of its recipient's address. */
export type MailedBadge = {
  id: string;
  organizationId: string;
  state: BadgeState;
  isPublic: boolean;
  addressCorrectedAt: Date | null;
  recipientEmail: string;
  issuedTo: string;
  firstName: string | null;
  /** Of the account that confirmed the address; else the badge's. */
  locale: string;
  expiresAt: Date | null;
  expiresAtDate: Date | null;
  revocationReason: string | null;
  badgeName: string;
  description: string;
  imageId: string;
  /** The template wants its earners reminded before a badge expires. */
  isReminding: boolean;
  issuer: string;
  issuerColor: string | null;
  supportEmail: string | null;
  account: "confirmed" | "unconfirmed" | "none";
};

/** The badges of these that were not deleted. */
export const findBadgesForMail = (ids: string[]) =>
  db().$queryRaw<MailedBadge[]>`
    SELECT badge.id, badge.organization_id AS "organizationId", badge.state, badge.public AS "isPublic",
      badge.address_corrected_at AS "addressCorrectedAt", recipient_email AS "recipientEmail", issued_to AS "issuedTo", issued_to_first_name AS "firstName",
      CASE WHEN account.confirmed_at IS NULL THEN badge.locale ELSE person.locale END AS locale,
      expires_at AS "expiresAt", expires_at_date AS "expiresAtDate", revocation_reason AS "revocationReason",
      template.name AS "badgeName", template.description, template.image_id AS "imageId",
      template.send_expiring_badge_notifications AS "isReminding", issuer.name AS "issuer",
      issuer.primary_hex_color AS "issuerColor", issuer.support_email AS "supportEmail",
      CASE WHEN account.id IS NULL THEN 'none' WHEN account.confirmed_at IS NULL THEN 'unconfirmed'
        ELSE 'confirmed' END AS account
    FROM issued_badges AS badge
    JOIN badge_templates AS template ON template.id = badge.badge_template_id
    JOIN organizations AS issuer ON issuer.id = CASE WHEN display_issuer_as IN ('grantor', 'both')
      THEN badge.template_organization_id ELSE badge.organization_id END
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

/** An organization whose webhook address fails at present. */
export type FailingReceiver = Awaited<ReturnType<typeof findFailingReceivers>>[number];

/**
 * The language to write to somebody who may have no account, as a column: their account's, else that of the badge that
 * the organization last issued to the address, else English. Needs the tables `person` and `invited`.
 */
const invitedLocale = Prisma.sql`
  COALESCE(person.locale,
    (SELECT locale FROM issued_badges
     WHERE organization_id = invited.organization_id AND recipient_email = invited.email AND deleted_at IS NULL
     ORDER BY issued_at DESC, id DESC LIMIT 1), 'en') AS locale`;

/** What the invitation of an employee says. */
export type InvitedEmployee = {
  id: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  locale: string;
  organization: string;
  color: string | null;
  supportEmail: string | null;
};

/** The employees of these who still have a connection to decide, in organizations with access to workforce data. */
export const findInvitedEmployees = (ids: string[]) =>
  db().$queryRaw<InvitedEmployee[]>`
    SELECT invited.id, invited.email, invited.first_name AS "firstName", invited.last_name AS "lastName", ${invitedLocale},
      organization.name AS organization, primary_hex_color AS color, support_email AS "supportEmail"
    FROM employees AS invited
    JOIN organizations AS organization ON organization.id = invited.organization_id AND workforce_enabled
    LEFT JOIN users AS person ON person.id = invited.user_id
    WHERE invited.id = ANY (${ids}::uuid[]) AND invited.state::text = ANY (${[...INVITABLE_STATES]})`;

/** The invitations of these that can still be accepted. */
export const findMemberInvitations = (ids: string[]) =>
  db().$queryRaw<InvitedMember[]>`
    SELECT invited.id, invited.email, invited.role, invited_by_type AS "inviterType",
      invited_by_name AS inviter, sent_at AS "sentAt", expires_at AS "expiresAt", ${invitedLocale},
      organization.name AS organization, primary_hex_color AS color, support_email AS "supportEmail"
    FROM member_invitations AS invited
    JOIN organizations AS organization ON organization.id = invited.organization_id
    LEFT JOIN user_emails AS address ON address.email = invited.email AND address.confirmed_at IS NOT NULL
    LEFT JOIN users AS person ON person.id = address.user_id
    WHERE invited.id = ANY (${ids}::uuid[]) AND accepted_at IS NULL AND withdrawn_at IS NULL
      AND expires_at > ${clock.now()}`;

/** What the mail of an invitation says. */
export type InvitedMember = {
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

/** What the mail about a claimed address says; `other` is the primary address of the account that it belongs to. */
export type ClaimedAddress = {
  id: string;
  email: string;
  sentAt: Date;
  locale: string;
  account: string;
  other: string | null;
};

/** The claims of these that still wait for their proof. */
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

/** What the mail says that asks to connect a course with an account; the link is for the newest request. */
export type CourseToConnect = {
  id: string;
  email: string;
  askedAt: Date;
  locale: string;
  course: string;
  app: string;
  organization: string;
  color: string | null;
  supportEmail: string | null;
};

/** The requests of these that wait for the person of an account. */
export const findCoursesToConnect = (ids: string[]) =>
  db().$queryRaw<CourseToConnect[]>`
    SELECT request.id, request.email, asked_at AS "askedAt", person.locale, integration.name AS course, app.name AS app,
      organization.name AS organization, primary_hex_color AS color, support_email AS "supportEmail"
    FROM learning_connection_requests AS request
    JOIN learning_apps AS app ON app.id = request.app_id
    JOIN organizations AS organization ON organization.id = app.organization_id
    JOIN learning_integrations AS integration ON integration.id = request.integration_id
    JOIN user_emails AS address ON address.email = request.email
      AND (address.confirmed_at IS NOT NULL OR address.primary)
    JOIN users AS person ON person.id = address.user_id AND person.deleted_at IS NULL AND merged_into_id IS NULL
    WHERE request.id = ANY (${ids}::uuid[]) AND connected_at IS NULL`;

/** What the mail to somebody who forgot their password says. */
export type ForgottenPassword = {
  id: string;
  email: string;
  userId: string;
  sessionVersion: number;
  locale: string;
};

/** The addresses of these that are those of accounts (a claim is none), which are neither deleted nor merged away. */
export const findForgottenPasswords = (ids: string[]) =>
  db().$queryRaw<ForgottenPassword[]>`
    SELECT address.id, address.email, person.id AS "userId", person.session_version AS "sessionVersion",
      person.locale
    FROM user_emails AS address
    JOIN users AS person ON person.id = address.user_id AND person.deleted_at IS NULL AND merged_into_id IS NULL
    WHERE address.id = ANY (${ids}::uuid[]) AND (address.confirmed_at IS NOT NULL OR address.primary)`;

/** What a sample of a mail takes from an organization. */
export type Sample = {
  name: string;
  color: string | null;
  webhookUrl: string | null;
  badgeName: string | null;
  description: string | null;
  imageId: string | null;
};

/** The organization with its newest template that issues badges, if it has one. */
export async function findSample(organizationId: string): Promise<Sample> {
  const { badgeTemplates, primaryHexColor, ...organization } = await db().organization.findUniqueOrThrow({
    where: { id: organizationId },
    select: {
      name: true,
      primaryHexColor: true,
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
