-- Entries with a changed value that is or contains an e-mail address.
DO $$
DECLARE
  partition record;
BEGIN
  FOR partition IN
    SELECT relname AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
    WHERE inhparent = 'audit_entries'::regclass
  LOOP
    EXECUTE format('CREATE INDEX IF NOT EXISTS %I ON %I USING gin (lower(changes::text) gin_trgm_ops) WHERE strpos(changes::text, ''@'') > 0', partition.name || '_address_idx', partition.name);
    COMMIT;
  END LOOP;
  EXECUTE 'CREATE INDEX "audit_entries_address_idx" ON "audit_entries" USING gin (lower(changes::text) gin_trgm_ops) WHERE strpos(changes::text, ''@'') > 0';
END $$;
