-- The stores that this installation has made backups in (decision 0120), so that one that is not mounted, or that belongs
-- to another installation, is noticed before anything is written.
CREATE TABLE "backup_stores" (
    "id" UUID NOT NULL,
    "address" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "confirmed_at" TIMESTAMPTZ(3),

    CONSTRAINT "backup_stores_pkey" PRIMARY KEY ("id")
);
