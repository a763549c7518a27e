-- Each organization can have one test organization, which ends with it.
ALTER TABLE "organizations" ADD COLUMN "test_of_id" UUID;
-- By how many days its time was moved forward.
ALTER TABLE "organizations" ADD COLUMN "test_days" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_test_of_id_fkey" FOREIGN KEY ("test_of_id") REFERENCES "organizations"("id")
  ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
