CREATE TABLE "move_runs" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "source" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "counts" JSONB NOT NULL,
    "refusals" JSONB NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "move_runs_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "move_runs_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "move_runs_organization_id_source_idx" ON "move_runs"("organization_id", "source");

CREATE TABLE "moved_records" (
    "organization_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "old_id" TEXT NOT NULL,
    "new_id" TEXT NOT NULL,
    "digest" BYTEA,
    "is_created" BOOLEAN NOT NULL,

    CONSTRAINT "moved_records_pkey" PRIMARY KEY ("organization_id", "kind", "old_id"),
    CONSTRAINT "moved_records_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "moved_records_kind_old_id_idx" ON "moved_records"("kind", "old_id");
