-- The data of the integrations that were there before. The lock lets a deletion pass before or after, never within.
DO $$
DECLARE
  last integer := 0;
  reached integer;
BEGIN
  LOOP
    WITH integration AS (
      SELECT id, organization_id FROM learning_integrations WHERE id > last ORDER BY id LIMIT 1000 FOR KEY SHARE
    ), made AS (
      INSERT INTO learning_course_data (id, organization_id)
      SELECT id, organization_id FROM integration ON CONFLICT (id) DO NOTHING
    )
    SELECT max(id) INTO reached FROM integration;
    EXIT WHEN reached IS NULL;
    last := reached;
    COMMIT;
  END LOOP;
END
$$;
