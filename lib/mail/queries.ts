import { clock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";
import type { BadgeState, MemberRole } from "@/prisma/generated/client";
import { INVITABLE_STATES } from "@/lib/employees/schema";

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
      badge.address_corrected_at AS "addressCorrectedAt", recipient_email AS "recipientEmail", issued_to AS "issuedTo", issued_to_first_name AS "firstName", badge.locale,
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

/** The employees of these who still have a connection to decide, in organizations with access to workforce data. */
export const findInvitedEmployees = (ids: string[]) =>
  db().employee.findMany({
    where: {
      id: { in: ids },
      state: { in: [...INVITABLE_STATES] },
      organization: { workforceEnabled: true },
    },
    select: {
      id: true,
      email: true,
      firstName: true,
      lastName: true,
      user: { select: { locale: true } },
      organization: { select: { name: true, primaryHexColor: true, supportEmail: true } },
    },
    relationLoadStrategy: "join",
  });

export type InvitedEmployee = Awaited<ReturnType<typeof findInvitedEmployees>>[number];

/** The invitations of these that can still be accepted, with the locale of the address's account if there is one. */
export const findMemberInvitations = (ids: string[]) =>
  db().$queryRaw<InvitedMember[]>`
    SELECT invitation.id, invitation.email, invitation.role, invited_by_type AS "inviterType",
      invited_by_name AS inviter, sent_at AS "sentAt", expires_at AS "expiresAt", person.locale,
      organization.name AS organization, primary_hex_color AS color, support_email AS "supportEmail"
    FROM member_invitations AS invitation
    JOIN organizations AS organization ON organization.id = invitation.organization_id
    LEFT JOIN user_emails AS address ON address.email = invitation.email
      AND (address.confirmed_at IS NOT NULL OR address.primary)
    LEFT JOIN users AS person ON person.id = address.user_id
    WHERE invitation.id = ANY (${ids}::uuid[]) AND accepted_at IS NULL AND withdrawn_at IS NULL
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
  locale: string | null;
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
