-- What a change changed, from what to what. Entries from before, and entries of other actions, have none.
ALTER TABLE "audit_entries" ADD COLUMN "changes" JSONB;
