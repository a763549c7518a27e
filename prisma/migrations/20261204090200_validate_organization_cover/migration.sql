ALTER TABLE "organizations" VALIDATE CONSTRAINT "organizations_cover_id_fkey";
