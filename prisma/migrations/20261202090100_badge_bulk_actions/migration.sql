CREATE TYPE "badge_bulk_action_kind" AS ENUM ('resend', 'revoke', 'delete');
CREATE TYPE "badge_bulk_action_state" AS ENUM ('running', 'done', 'cancelled', 'stopped');
CREATE TYPE "badge_bulk_action_item_status" AS ENUM ('waiting', 'done', 'skipped', 'failed');

CREATE TABLE "badge_bulk_actions" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "action" "badge_bulk_action_kind" NOT NULL,
    "state" "badge_bulk_action_state" NOT NULL DEFAULT 'running',
    "reason" TEXT,
    "is_mail_suppressed" BOOLEAN NOT NULL,
    "badges_count" INTEGER NOT NULL,
    "done_count" INTEGER NOT NULL DEFAULT 0,
    "skipped_count" INTEGER NOT NULL DEFAULT 0,
    "failed_count" INTEGER NOT NULL DEFAULT 0,
    "stop_reason" TEXT,
    "started_by_type" TEXT NOT NULL,
    "started_by_id" TEXT NOT NULL,
    "started_by_name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "badge_bulk_actions_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "badge_bulk_action_items" (
    "organization_id" UUID NOT NULL,
    "badge_bulk_action_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "badge_id" UUID NOT NULL,
    "status" "badge_bulk_action_item_status" NOT NULL DEFAULT 'waiting',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "code" TEXT,
    "message" TEXT,

    CONSTRAINT "badge_bulk_action_items_pkey" PRIMARY KEY ("badge_bulk_action_id","number")
);

CREATE UNIQUE INDEX "badge_bulk_actions_organization_id_id_key" ON "badge_bulk_actions"("organization_id", "id");
CREATE INDEX "badge_bulk_actions_organization_id_created_at_id_idx" ON "badge_bulk_actions"("organization_id", "created_at", "id");
CREATE INDEX "badge_bulk_actions_updated_at_idx" ON "badge_bulk_actions"("updated_at");
CREATE INDEX "badge_bulk_actions_started_by_id_idx" ON "badge_bulk_actions"("started_by_id");

-- Each organization has at most one that runs.
CREATE UNIQUE INDEX "badge_bulk_actions_running_key" ON "badge_bulk_actions"("organization_id") WHERE "state" = 'running';

CREATE INDEX "badge_bulk_action_items_status_idx" ON "badge_bulk_action_items"("badge_bulk_action_id", "status", "number");
CREATE INDEX "badge_bulk_action_items_badge_id_idx" ON "badge_bulk_action_items"("badge_id");

ALTER TABLE "badge_bulk_actions" ADD CONSTRAINT "badge_bulk_actions_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "badge_bulk_action_items" ADD CONSTRAINT "badge_bulk_action_items_badge_bulk_action_id_fkey" FOREIGN KEY ("organization_id", "badge_bulk_action_id") REFERENCES "badge_bulk_actions"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "badge_bulk_action_items" ADD CONSTRAINT "badge_bulk_action_items_badge_id_fkey" FOREIGN KEY ("badge_id") REFERENCES "issued_badges"("id") ON DELETE CASCADE ON UPDATE CASCADE;
