import { db } from "@/lib/kernel/db";
import { Prisma } from "@/prisma/generated/client";

// Each query goes through its table by id, and leaves out what members already have a notice of. Test organizations get no
// such notices: moving their time would make them again and again.

const { sql } = Prisma;

/** What is searched: at most `limit` rows above an id, at a moment. */
export type Search = { after: string; now: Date; limit: number };

const DAY_MS = 86_400_000;
/** Days before the end of a token or certificate at which its notices are made. */
const STAGES = { early: 14, late: 3 };
/** A domain is verified for seven days after its proof was last found. */
const DOMAIN_GRACE_DAYS = 7;
const DOMAIN_LATE_DAYS = 3;

const moved = (moment: Date, days: number): Date => new Date(moment.getTime() + days * DAY_MS);

const hasNone = (key: Prisma.Sql): Prisma.Sql => sql`NOT EXISTS (
  SELECT FROM notices WHERE notices.organization_id = organization.id
    AND notices.key = concat(organization.id, ':', ${key}))`;

export type EndingToken = {
  id: string;
  organizationId: string;
  key: string;
  name: string | null;
  endsAt: Date;
};

/** The key of a token's notice. A rotated token has another end, and therefore another notice. */
const tokenKey = (now: Date): Prisma.Sql => sql`concat('token:', token.id, ':',
  CASE WHEN token.expires_at <= ${moved(now, STAGES.late)} THEN 'late' ELSE 'early' END, ':',
  extract(epoch FROM token.expires_at)::bigint)`;

const endsSoon = ({ after, now }: Search): Prisma.Sql => sql`token.id > ${after}::uuid
  AND token.expires_at > ${now} AND token.expires_at <= ${moved(now, STAGES.early)} AND ${hasNone(tokenKey(now))}`;

const tokenColumns = (now: Date): Prisma.Sql => sql`token.id, token.organization_id AS "organizationId",
  ${tokenKey(now)} AS key, token.expires_at AS "endsAt"`;

/** Finds authorization tokens that end within 14 days, or within 3. */
export const findEndingTokens = (search: Search): Promise<EndingToken[]> =>
  db().$queryRaw<EndingToken[]>`
    SELECT ${tokenColumns(search.now)}, token.description AS name
    FROM authorization_tokens AS token
    JOIN organizations AS organization ON organization.id = token.organization_id AND test_of_id IS NULL
    WHERE ${endsSoon(search)} ORDER BY token.id LIMIT ${search.limit}`;

/** Finds learning tokens that programs use, and that end within 14 days, or within 3. Learners' tokens are of their visits. */
export const findEndingLearningTokens = (search: Search): Promise<EndingToken[]> =>
  db().$queryRaw<EndingToken[]>`
    SELECT ${tokenColumns(search.now)}, app.name
    FROM learning_tokens AS token
    JOIN organizations AS organization ON organization.id = token.organization_id AND test_of_id IS NULL
    JOIN learning_apps AS app ON app.id = token.app_id
      AND (token.secret_version IS NULL OR token.secret_version = app.secret_version)
    JOIN users AS person ON person.id = token.user_id
      AND (token.session_version IS NULL OR token.session_version = person.session_version)
    WHERE token.kind IN ('owner', 'integration') AND ${endsSoon(search)}
    ORDER BY token.id LIMIT ${search.limit}`;

/** Finds organizations whose webhook endpoint has accepted no event for a day. */
export const findFailingEndpoints = ({ after, now, limit }: Search) =>
  db().$queryRaw<{ id: string; key: string; failingSince: Date }[]>`
    SELECT organization.id, failing.key, webhook_failing_since AS "failingSince"
    FROM organizations AS organization,
      LATERAL (SELECT concat('webhooks:', extract(epoch FROM webhook_failing_since)::bigint) AS key) AS failing
    WHERE organization.id > ${after}::uuid AND webhook_url IS NOT NULL AND test_of_id IS NULL
      AND webhook_failing_since <= ${moved(now, -1)} AND ${hasNone(sql`failing.key`)}
    ORDER BY organization.id LIMIT ${limit}`;

/**
 * Finds verified domains whose proof has not been found for a day, and again when three days are left. `endsAt` is when the
 * verification ends. A domain whose file is still there stays verified: only a sign-in by its DNS record ends.
 */
export const findFailingDomains = ({ after, now, limit }: Search) =>
  db().$queryRaw<{ id: string; key: string; domain: string; endsAt: Date }[]>`
    SELECT organization.id, failing.key, domain.name AS domain, failing.ends_at AS "endsAt"
    FROM organization_domains AS domain
    JOIN organizations AS organization ON organization.id = domain.organization_id AND verified_at IS NOT NULL,
      LATERAL (SELECT failing_since + make_interval(days => ${DOMAIN_GRACE_DAYS}::int) AS ends_at,
        concat('domain:', domain.name, ':', extract(epoch FROM failing_since)::bigint, ':',
          CASE WHEN failing_since <= ${moved(now, DOMAIN_LATE_DAYS - DOMAIN_GRACE_DAYS)} THEN 'late' ELSE 'early' END)
        AS key) AS failing
    WHERE organization.id > ${after}::uuid AND failing_since <= ${moved(now, -1)} AND ${hasNone(sql`failing.key`)}
      AND (findings #>> '{file,result}' IS DISTINCT FROM 'found'
        OR EXISTS (SELECT FROM identity_providers AS provider WHERE provider.organization_id = organization.id))
    ORDER BY organization.id LIMIT ${limit}`;

/** Finds single sign-on whose last certificate ends within 14 days, or within 3. */
export const findEndingCertificates = ({ after, now, limit }: Search) =>
  db().$queryRaw<{ id: string; key: string; domain: string; endsAt: Date }[]>`
    SELECT organization.id, ending.key, verified_domain AS domain, certificates_end_at AS "endsAt"
    FROM identity_providers AS provider
    JOIN organizations AS organization ON organization.id = provider.organization_id AND verified_domain IS NOT NULL,
      LATERAL (SELECT concat('provider:', CASE WHEN certificates_end_at <= ${moved(now, STAGES.late)} THEN 'late'
        ELSE 'early' END, ':', extract(epoch FROM certificates_end_at)::bigint) AS key) AS ending
    WHERE organization.id > ${after}::uuid AND certificates_end_at > ${now}
      AND certificates_end_at <= ${moved(now, STAGES.early)} AND ${hasNone(sql`ending.key`)}
    ORDER BY organization.id LIMIT ${limit}`;
