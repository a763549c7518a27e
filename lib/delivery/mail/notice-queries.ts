import type { NoticeKind } from "@/lib/organizations/notices/choices";
import { db } from "@/lib/kernel/db";

/** A notice with its reader. The organization is null for a notice about the account. */
export type MailedNotice = {
  id: string;
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
    SELECT notice.id, notice.kind, notice.data, concat_ws(' ', person.first_name, person.last_name) AS name,
      address.email, person.locale, organization.name AS organization, organization.vanity_slug AS "vanitySlug",
      primary_hex_color AS color
    FROM notices AS notice
    JOIN users AS person ON person.id = notice.user_id AND deleted_at IS NULL AND merged_into_id IS NULL
    JOIN user_emails AS address ON address.user_id = person.id AND address.primary
    LEFT JOIN organizations AS organization ON organization.id = notice.organization_id
    WHERE notice.id = ANY (${ids}::uuid[])`;
