-- The public page of an organization is searched by words and by skill, and the pages of badges name related badges.
CREATE INDEX CONCURRENTLY "badge_templates_public_search_idx" ON "badge_templates"
  USING gin ("organization_id", "skills", ("name" || E'\n' || "description") gin_trgm_ops)
  WHERE "state" = 'active' AND "public" AND "deleted_at" IS NULL;
