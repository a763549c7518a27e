-- Whether hourly jobs succeed, for the metrics and the doctor. A server of the version before fills neither column.
ALTER TABLE "hourly_runs" ADD COLUMN "failures" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN "last_success_at" TIMESTAMPTZ(3);
