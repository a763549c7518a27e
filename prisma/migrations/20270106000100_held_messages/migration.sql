-- The messages that workers hold. A claim counts them for each organization.
CREATE INDEX CONCURRENTLY "outbox_messages_held_idx" ON "outbox_messages" ("kind", "organization_id")
  WHERE "leased_until" IS NOT NULL;
