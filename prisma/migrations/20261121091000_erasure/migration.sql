ALTER TABLE "issued_badges" ADD COLUMN "erased_at" TIMESTAMPTZ(3);
CREATE INDEX "issued_badges_to_erase_idx" ON "issued_badges" ("deleted_at") WHERE "deleted_at" IS NOT NULL AND "erased_at" IS NULL;
