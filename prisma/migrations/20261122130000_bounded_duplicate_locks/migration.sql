-- A batch took up to three locks for each of its badges, and PostgreSQL's table of locks (for all tenants) holds some 8,700 by
-- default. Now each template has a lock as well: few badges share it and lock their recipients, as before; a batch of more
-- takes it alone, and then nothing else. So nobody holds more than 200 locks, or one for each template of the batch.
CREATE OR REPLACE FUNCTION "lock_badge_duplicates"(candidates jsonb)
RETURNS TABLE (candidate_id uuid, badge_id uuid, organization_id uuid, template_organization_id uuid, created_at timestamptz)
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  IF jsonb_array_length(candidates) > 50 THEN
    PERFORM pg_advisory_xact_lock(sorted.key)
    FROM (
      SELECT DISTINCT hashtextextended(concat_ws(':', 'badges', c.badge_template_id), 0) AS key
      FROM jsonb_to_recordset(candidates) AS c(badge_template_id uuid) ORDER BY key
    ) AS sorted;
  ELSE
    PERFORM pg_advisory_xact_lock_shared(sorted.key)
    FROM (
      SELECT DISTINCT hashtextextended(concat_ws(':', 'badges', c.badge_template_id), 0) AS key
      FROM jsonb_to_recordset(candidates) AS c(badge_template_id uuid) ORDER BY key
    ) AS sorted;

    PERFORM pg_advisory_xact_lock(sorted.key)
    FROM (
      SELECT DISTINCT hashtextextended(concat_ws(':', 'badge', c.badge_template_id, side.kind, side.value), 0) AS key
      FROM jsonb_to_recordset(candidates) AS c(badge_template_id uuid, recipient_email text, user_id uuid, issuer_earner_id text)
      CROSS JOIN LATERAL (VALUES ('email', c.recipient_email), ('user', c.user_id::text), ('earner', c.issuer_earner_id)) AS side(kind, value)
      WHERE side.value IS NOT NULL
      ORDER BY key
    ) AS sorted;
  END IF;

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
