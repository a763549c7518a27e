import { db } from "@/lib/kernel/db";
import type { LearningTokenKind } from "@/lib/kernel/caller";

type Bytes = Uint8Array<ArrayBuffer>;

/** A token with what its holder is asked for beside it. */
export type Credential = {
  id: string;
  organizationId: string;
  appId: string;
  appName: string;
  consumerKey: string;
  secret: Bytes;
  kind: LearningTokenKind;
  userId: string;
  expiresAt: Date;
  integrationIds: number[];
};

/**
 * The credential behind a presented token, by its digest: of an account that was not deleted and, for an owner's, while
 * that account owns the app and is a member of its organization. In SQL, because every request pays for it.
 */
export async function findCredential(digest: Bytes): Promise<Credential | null> {
  const rows = await db().$queryRaw<Credential[]>`
    SELECT token.id, token.organization_id AS "organizationId", token.app_id AS "appId", token.kind::text AS kind,
      token.user_id AS "userId", token.expires_at AS "expiresAt", app.name AS "appName",
      app.consumer_key AS "consumerKey", app.secret,
      ARRAY(SELECT integration_id FROM learning_token_integrations WHERE token_id = token.id ORDER BY 1)
        AS "integrationIds"
    FROM learning_tokens AS token
    JOIN learning_apps AS app ON app.id = token.app_id
    JOIN users ON users.id = token.user_id AND users.deleted_at IS NULL
    WHERE token.digest = ${digest}
      AND (token.kind <> 'owner' OR (app.owner_id = token.user_id AND EXISTS (
        SELECT FROM memberships
        WHERE memberships.organization_id = app.organization_id AND memberships.user_id = token.user_id)))`;
  return rows[0] ?? null;
}
