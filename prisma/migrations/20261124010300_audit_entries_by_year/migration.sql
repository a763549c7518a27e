-- As events before (decision 0093), by year.
-- squawk-ignore renaming-table
ALTER TABLE "audit_entries" RENAME TO "audit_entries_first";
ALTER INDEX "audit_entries_pkey" RENAME TO "audit_entries_first_pkey";
ALTER INDEX "audit_entries_organization_id_occurred_at_id_idx" RENAME TO "audit_entries_first_organization_id_occurred_at_id_idx";
ALTER INDEX "audit_entries_organization_id_subject_id_idx" RENAME TO "audit_entries_first_organization_id_subject_id_idx";

CREATE TABLE "audit_entries" (
    LIKE "audit_entries_first" INCLUDING DEFAULTS INCLUDING STORAGE,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
) PARTITION BY RANGE ("id");
CREATE INDEX "audit_entries_organization_id_occurred_at_id_idx" ON "audit_entries"("organization_id", "occurred_at", "id");
CREATE INDEX "audit_entries_organization_id_subject_id_idx" ON "audit_entries"("organization_id", "subject_id");

-- A trigger for rows is created on the partitions too, including later ones; one for statements only where it is named.
DROP TRIGGER "audit_entries_removal" ON "audit_entries_first";
CREATE TRIGGER "audit_entries_removal" BEFORE DELETE ON "audit_entries"
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_removal();
CREATE TRIGGER "audit_entries_append_only" BEFORE UPDATE OR TRUNCATE ON "audit_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER "audit_entries_append_only" BEFORE UPDATE OR TRUNCATE ON "audit_entries_default"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

DO $$
BEGIN
  EXECUTE format('ALTER TABLE audit_entries ATTACH PARTITION audit_entries_first FOR VALUES FROM (MINVALUE) TO (%L)', (
    SELECT substring(pg_get_constraintdef(oid) FROM '[0-9a-f-]{36}') FROM pg_constraint
    WHERE conrelid = 'audit_entries_first'::regclass AND conname = 'partition_bound'));
END $$;
ALTER TABLE "audit_entries_first" DROP CONSTRAINT "partition_bound";
-- Where rows go whose partition does not exist, so that no write fails.
ALTER TABLE "audit_entries" ATTACH PARTITION "audit_entries_default" DEFAULT;
