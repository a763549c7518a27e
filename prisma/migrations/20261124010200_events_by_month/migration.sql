-- The table becomes the first partition of a new one with its name (decision 0093). Nothing is copied or read: the check of
-- the migrations before proves the bound, and indexes and the foreign key are taken over. Servers of the previous version
-- continue, because they find the new table by the same name.
-- squawk-ignore renaming-table
ALTER TABLE "events" RENAME TO "events_first";
ALTER INDEX "events_pkey" RENAME TO "events_first_pkey";
ALTER INDEX "events_organization_id_occurred_at_id_idx" RENAME TO "events_first_organization_id_occurred_at_id_idx";
ALTER INDEX "events_organization_id_recorded_in_id_idx" RENAME TO "events_first_organization_id_recorded_in_id_idx";
ALTER INDEX "events_organization_id_event_type_occurred_at_idx" RENAME TO "events_first_organization_id_event_type_occurred_at_idx";
ALTER INDEX "events_subject_id_idx" RENAME TO "events_first_subject_id_idx";

CREATE TABLE "events" (
    LIKE "events_first" INCLUDING DEFAULTS INCLUDING STORAGE,

    CONSTRAINT "events_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "events_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE
) PARTITION BY RANGE ("id");
CREATE INDEX "events_organization_id_occurred_at_id_idx" ON "events"("organization_id", "occurred_at", "id");
CREATE INDEX "events_organization_id_recorded_in_id_idx" ON "events"("organization_id", "recorded_in", "id");
CREATE INDEX "events_organization_id_event_type_occurred_at_idx" ON "events"("organization_id", "event_type", "occurred_at");
CREATE INDEX "events_subject_id_idx" ON "events"("subject_id");

DO $$
BEGIN
  EXECUTE format('ALTER TABLE events ATTACH PARTITION events_first FOR VALUES FROM (MINVALUE) TO (%L)', (
    SELECT substring(pg_get_constraintdef(oid) FROM '[0-9a-f-]{36}') FROM pg_constraint
    WHERE conrelid = 'events_first'::regclass AND conname = 'partition_bound'));
END $$;
ALTER TABLE "events_first" DROP CONSTRAINT "partition_bound";
-- Where rows go whose partition does not exist, so that no write fails.
ALTER TABLE "events" ATTACH PARTITION "events_default" DEFAULT;
