-- A wide picture at the top of the public page of an organization.
ALTER TABLE "organizations" ADD COLUMN "cover_id" UUID;
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_cover_id_fkey" FOREIGN KEY ("cover_id") REFERENCES "images"("id")
  ON DELETE SET NULL ON UPDATE CASCADE NOT VALID;
