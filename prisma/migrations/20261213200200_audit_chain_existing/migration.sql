-- Queues the entries from before the trigger, 5,000 at a time.
DO $$
DECLARE
  last uuid := '00000000-0000-0000-0000-000000000000';
  reached uuid;
BEGIN
  LOOP
    WITH batch AS (
      SELECT id, organization_id FROM audit_entries WHERE id > last ORDER BY id LIMIT 5000
    ), queued AS (
      INSERT INTO audit_queue (entry_id, organization_id)
      SELECT id, organization_id FROM batch
      WHERE NOT EXISTS (SELECT FROM audit_links WHERE audit_links.entry_id = batch.id)
      ON CONFLICT DO NOTHING
    )
    SELECT id INTO reached FROM batch ORDER BY id DESC LIMIT 1;
    EXIT WHEN reached IS NULL;
    last := reached;
    COMMIT;
  END LOOP;
END $$;
