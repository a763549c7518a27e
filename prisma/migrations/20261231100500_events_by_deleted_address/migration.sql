-- Events of deleted employees have the address that the employee had.
DO $$
DECLARE
  partition record;
BEGIN
  FOR partition IN
    SELECT relname AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
    WHERE inhparent = 'events'::regclass
  LOOP
    EXECUTE format('CREATE INDEX IF NOT EXISTS %I ON %I ((data ->> ''email'')) WHERE event_type = ''employment.deleted''', partition.name || '_deleted_email_idx', partition.name);
    COMMIT;
  END LOOP;
  EXECUTE 'CREATE INDEX "events_deleted_email_idx" ON "events" ((data ->> ''email'')) WHERE event_type = ''employment.deleted''';
END $$;
