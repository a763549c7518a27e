CREATE INDEX CONCURRENTLY "saved_views_address_idx" ON "saved_views" USING gin (lower("parameters"::text) gin_trgm_ops)
  WHERE strpos("parameters"::text, '@') > 0;
