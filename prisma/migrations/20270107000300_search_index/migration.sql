-- Finds badges by words of the name and the address, as lib/kernel/search-text.ts asks for them.
CREATE INDEX CONCURRENTLY "issued_badges_search_idx" ON "issued_badges"
  USING gin ("organization_id", (COALESCE("search_text", lower(("issued_to" || E'\n' || "recipient_email") COLLATE "C"))) gin_trgm_ops)
  WHERE "deleted_at" IS NULL;
