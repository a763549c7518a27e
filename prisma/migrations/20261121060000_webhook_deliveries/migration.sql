-- AlterTable
ALTER TABLE "outbox_messages" ADD COLUMN     "restarted_at" TIMESTAMPTZ(3),
ADD COLUMN     "run" INTEGER NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "events_organization_id_event_type_occurred_at_idx" ON "events"("organization_id", "event_type", "occurred_at");

-- The few deliveries that did not succeed, among very many that did.
CREATE INDEX "outbox_messages_undelivered_idx" ON "outbox_messages" ("organization_id", "created_at", "id")
  WHERE "kind" = 'webhook' AND "state" <> 'done';

-- The few messages that were given up, to be counted at each scrape of the metrics.
CREATE INDEX "outbox_messages_failed_idx" ON "outbox_messages" ("kind") WHERE "state" = 'failed';
