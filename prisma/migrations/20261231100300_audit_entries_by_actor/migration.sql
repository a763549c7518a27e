-- Entries of what a person did, from which an erasure has not removed the person.
DO $$
DECLARE
  partition record;
BEGIN
  FOR partition IN
    SELECT relname AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
    WHERE inhparent = 'audit_entries'::regclass
  LOOP
    EXECUTE format('CREATE INDEX IF NOT EXISTS %I ON %I (actor_id) WHERE actor_type = ''User'' AND (actor_name <> ''Deleted account'' OR address IS NOT NULL OR browser IS NOT NULL)', partition.name || '_actor_idx', partition.name);
    COMMIT;
  END LOOP;
  EXECUTE 'CREATE INDEX "audit_entries_actor_idx" ON "audit_entries" (actor_id) WHERE actor_type = ''User'' AND (actor_name <> ''Deleted account'' OR address IS NOT NULL OR browser IS NOT NULL)';
END $$;
