-- The public page of an organization is searched by words and by skill, and the pages of badges name related badges.
CREATE INDEX CONCURRENTLY "badge_templates_search_idx" ON "badge_templates"
  USING gin ("organization_id", "skills", (COALESCE("search_text", lower(("name" || E'\n' || "description") COLLATE "C"))) gin_trgm_ops)
  WHERE "state" = 'active' AND "public" AND "deleted_at" IS NULL;
