-- Queues each new entry for the chain, also those of servers of the version before. A statement that writes to a
-- partition itself, as moving rows between partitions does, does not run it.
CREATE TRIGGER "audit_entries_queue" AFTER INSERT ON "audit_entries"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION queue_audit_entries();
