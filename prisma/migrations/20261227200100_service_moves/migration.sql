CREATE TYPE "service_move_state" AS ENUM ('ready', 'running', 'done', 'stopped', 'failed');

CREATE TABLE "service_moves" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "base_url" TEXT NOT NULL,
    "source_id" TEXT NOT NULL,
    "token" BYTEA,
    "state" "service_move_state" NOT NULL DEFAULT 'ready',
    "inspection" JSONB NOT NULL,
    "run_id" UUID,
    "phase" TEXT,
    "progress" TEXT,
    "report" JSONB,
    "stop_reason" TEXT,
    "runner_id" UUID,
    "runner_until" TIMESTAMPTZ(3),
    "host_id" UUID,
    "host_seen_at" TIMESTAMPTZ(3),
    "started_by_type" TEXT NOT NULL,
    "started_by_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "service_moves_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "service_moves_organization_id_id_key" ON "service_moves"("organization_id", "id");
CREATE INDEX "service_moves_organization_id_created_at_id_idx" ON "service_moves"("organization_id", "created_at", "id");
CREATE INDEX "service_moves_updated_at_idx" ON "service_moves"("updated_at");

-- Each organization has at most one that runs.
CREATE UNIQUE INDEX "service_moves_running_key" ON "service_moves"("organization_id") WHERE "state" = 'running';
-- The hourly job looks for tokens that are too old.
CREATE INDEX "service_moves_token_idx" ON "service_moves"("created_at") WHERE "token" IS NOT NULL;

ALTER TABLE "service_moves" ADD CONSTRAINT "service_moves_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Whether the operator vouched for the source, so that addresses of the other service may lead here.
ALTER TABLE "moved_records" ADD COLUMN "is_vouched" BOOLEAN NOT NULL DEFAULT true;
