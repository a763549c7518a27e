-- Each organization can have one test organization, which ends with it.
ALTER TABLE "organizations" ADD COLUMN "test_of_id" UUID;
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_test_of_id_fkey" FOREIGN KEY ("test_of_id") REFERENCES "organizations"("id")
  ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
