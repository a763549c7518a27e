import { db } from "@/lib/kernel/db";
import { Prisma } from "@/prisma/generated/client";
import { joinMailDesign, senderColumns, type SenderColumns } from "./sender-queries";

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
