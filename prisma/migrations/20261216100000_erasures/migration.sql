-- Erasures of persons (decision 0126).
CREATE TABLE "erasures" (
    "id" UUID NOT NULL,
    "requested_by" TEXT NOT NULL,
    "subject" JSONB,
    "salt" BYTEA NOT NULL,
    "digests" BYTEA[],
    "step" INTEGER NOT NULL DEFAULT 0,
    "position" TEXT,
    "passes" INTEGER NOT NULL DEFAULT 0,
    "counts" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "erasures_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "erasures_created_at_idx" ON "erasures"("created_at");
