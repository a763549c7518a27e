CREATE INDEX CONCURRENTLY "move_runs_address_idx" ON "move_runs" USING gin (lower("refusals"::text) gin_trgm_ops)
  WHERE strpos("refusals"::text, '@') > 0;
