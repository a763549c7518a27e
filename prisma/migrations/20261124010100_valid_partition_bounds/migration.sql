-- Reads the tables while they are written. Its own migration, so that no lock of the one before is held meanwhile.
ALTER TABLE "events" VALIDATE CONSTRAINT "partition_bound";
ALTER TABLE "audit_entries" VALIDATE CONSTRAINT "partition_bound";
