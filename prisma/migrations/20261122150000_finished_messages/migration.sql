-- Finished messages leave in the order in which they were finished.
CREATE INDEX "outbox_messages_finished_idx" ON "outbox_messages" ("finished_at") WHERE "finished_at" IS NOT NULL;
