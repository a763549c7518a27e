-- AlterTable
ALTER TABLE "audit_entries" ADD COLUMN     "browser" TEXT;

-- CreateTable
CREATE TABLE "account_activities" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "browser" TEXT NOT NULL,
    "window_start" TIMESTAMPTZ(3) NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "account_activities_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "account_activities_user_id_occurred_at_id_idx" ON "account_activities"("user_id", "occurred_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "account_activities_user_id_kind_address_browser_window_star_key" ON "account_activities"("user_id", "kind", "address", "browser", "window_start");

-- AddForeignKey
ALTER TABLE "account_activities" ADD CONSTRAINT "account_activities_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
