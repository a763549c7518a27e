-- Runners on several machines agree on which of them runs an hourly job.
CREATE TABLE "hourly_runs" (
    "job" TEXT NOT NULL,
    "next_run_at" TIMESTAMPTZ(3) NOT NULL,
    "leased_until" TIMESTAMPTZ(3),
    "lease_id" UUID,
    "runs" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "hourly_runs_pkey" PRIMARY KEY ("job")
);
