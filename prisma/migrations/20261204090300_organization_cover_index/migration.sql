-- Deleting an image looks for the organizations that show it.
CREATE INDEX CONCURRENTLY "organizations_cover_id_idx" ON "organizations"("cover_id");
