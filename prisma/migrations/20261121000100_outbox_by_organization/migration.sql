-- Queue: workers take turns between organizations, so they look for each one's next messages.
CREATE INDEX "outbox_messages_due_organization_idx" ON "outbox_messages" ("kind", "organization_id", "next_attempt_at") WHERE "state" = 'due';
