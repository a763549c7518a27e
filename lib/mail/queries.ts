import { db } from "@/lib/kernel/db";

/** What the mail of a pending badge says, and what is known of its recipient's address. */
export type PendingBadge = {
  id: string;
  organizationId: string;
  recipientEmail: string;
  issuedTo: string;
  firstName: string | null;
  locale: string;
  badgeName: string;
  description: string;
  imageId: string;
  issuer: string;
  issuerColor: string | null;
  supportEmail: string | null;
  account: "confirmed" | "unconfirmed" | "none";
};

/** The badges of these that are still pending. */
export const findPendingBadges = (ids: string[]) =>
  db().$queryRaw<PendingBadge[]>`
    SELECT badge.id, badge.organization_id AS "organizationId", recipient_email AS "recipientEmail",
      issued_to AS "issuedTo", issued_to_first_name AS "firstName", badge.locale, template.name AS "badgeName",
      template.description, template.image_id AS "imageId", issuer.name AS "issuer",
      issuer.primary_hex_color AS "issuerColor", issuer.support_email AS "supportEmail",
      CASE WHEN account.id IS NULL THEN 'none' WHEN account.confirmed_at IS NULL THEN 'unconfirmed'
        ELSE 'confirmed' END AS account
    FROM issued_badges AS badge
    JOIN badge_templates AS template ON template.id = badge.badge_template_id
    JOIN organizations AS issuer ON issuer.id = CASE WHEN display_issuer_as IN ('grantor', 'both')
      THEN badge.template_organization_id ELSE badge.organization_id END
    LEFT JOIN user_emails AS account ON account.email = badge.recipient_email
    WHERE badge.id = ANY (${ids}::uuid[]) AND badge.state = 'pending' AND badge.deleted_at IS NULL`;

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
