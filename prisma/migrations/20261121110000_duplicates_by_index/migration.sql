-- A plan is made by what the database counted last, and kept. Of a table that was small then all indexes look alike, and one
-- that knows the template alone was taken for the look-up of a recipient: each look cost as much as the template had
-- badges by then. So the conditions that made that index (of badges that are not deleted) attractive stay outside of a fence.
CREATE OR REPLACE FUNCTION "lock_badge_duplicates"(candidates jsonb)
RETURNS TABLE (candidate_id uuid, badge_id uuid, organization_id uuid, template_organization_id uuid, created_at timestamptz)
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(sorted.key)
  FROM (
    SELECT DISTINCT hashtextextended(concat_ws(':', 'badge', c.badge_template_id, side.kind, side.value), 0) AS key
    FROM jsonb_to_recordset(candidates) AS c(badge_template_id uuid, recipient_email text, user_id uuid, issuer_earner_id text)
    CROSS JOIN LATERAL (VALUES ('email', c.recipient_email), ('user', c.user_id::text), ('earner', c.issuer_earner_id)) AS side(kind, value)
    WHERE side.value IS NOT NULL
    ORDER BY key
  ) AS sorted;

  RETURN QUERY
  SELECT DISTINCT c.id, held.id, held.organization_id, held.template_organization_id, held.created_at
  FROM jsonb_to_recordset(candidates) AS c(id uuid, badge_template_id uuid, recipient_email text, user_id uuid, issuer_earner_id text)
  CROSS JOIN LATERAL (
    SELECT b.* FROM issued_badges AS b
    WHERE b.badge_template_id = c.badge_template_id AND b.recipient_email = c.recipient_email
    UNION ALL
    SELECT b.* FROM issued_badges AS b
    WHERE b.badge_template_id = c.badge_template_id AND b.user_id = c.user_id
    UNION ALL
    SELECT b.* FROM issued_badges AS b
    WHERE b.badge_template_id = c.badge_template_id AND b.issuer_earner_id = c.issuer_earner_id
    OFFSET 0
  ) AS held
  WHERE held.state IN ('pending', 'accepted') AND held.deleted_at IS NULL;
END
$$;
