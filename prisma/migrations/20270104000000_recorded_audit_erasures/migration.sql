-- An erasure of audit entries is recorded by an entry of its own (decision 0124). Those of earlier versions are recorded here:
-- for each organization, 500 positions in an entry.
INSERT INTO "audit_entries" ("id", "organization_id", "occurred_at", "actor_type", "actor_id", "actor_name", "action",
  "subject_id", "changes")
SELECT gen_random_uuid(), organization_id, now(), 'System', 'erasure', 'Erasure of a person', 'audit_entry.erase',
  organization_id::text, jsonb_agg(jsonb_build_object('field', field, 'from', positions, 'to', NULL))
FROM (
  SELECT organization_id, field, part, string_agg(position::text, ',' ORDER BY position) AS positions
  FROM (
    SELECT link.organization_id, erased.field, link.position,
      (row_number() OVER (PARTITION BY link.organization_id, erased.field ORDER BY link.position) - 1) / 500 AS part
    FROM "audit_links" AS link CROSS JOIN LATERAL jsonb_object_keys(link.erased) AS erased(field)
    WHERE link.erased IS NOT NULL
  ) AS erased_fields
  GROUP BY organization_id, field, part
) AS parts
GROUP BY organization_id, part;

-- Servers of the version before do not record what they erase. They say 'on', and are refused: the job of this version tries
-- their erasures again an hour later.
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('badges.erases_audit_fields', true) = 'recorded' THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'audit_entries is append-only';
END
$$;
