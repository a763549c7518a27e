ALTER TABLE "organizations" VALIDATE CONSTRAINT "organizations_test_of_id_fkey";
