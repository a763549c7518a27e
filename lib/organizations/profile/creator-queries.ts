import { db } from "@/lib/kernel/db";

/** The ids of creators by their type. */
export type CreatorIds = { users: string[]; tokens: string[]; applications: string[] };

/** Finds which of these creators are still in the organization. People must be members. */
export const findCreators = (organizationId: string, { users, tokens, applications }: CreatorIds) =>
  db().$queryRaw<{ type: string; id: string }[]>`
    SELECT 'User' AS type, membership.user_id AS id
    FROM memberships AS membership JOIN users AS person ON person.id = membership.user_id
    WHERE membership.organization_id = ${organizationId}::uuid AND membership.user_id = ANY (${users}::uuid[])
      AND person.deleted_at IS NULL AND person.merged_into_id IS NULL
    UNION ALL
    SELECT 'AuthorizationToken', id FROM authorization_tokens
    WHERE organization_id = ${organizationId}::uuid AND id = ANY (${tokens}::uuid[])
    UNION ALL
    SELECT 'OAuthApplication', uuid FROM oauth_applications
    WHERE organization_id = ${organizationId}::uuid AND uuid = ANY (${applications}::uuid[])`;
