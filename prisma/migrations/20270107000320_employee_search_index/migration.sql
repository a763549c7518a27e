-- Finds employees by words of their names and their address. SCIM asks the index of name_or_email for parts of addresses.
CREATE INDEX CONCURRENTLY "employees_search_idx" ON "employees"
  USING gin ("organization_id" uuid_ops, (COALESCE("search_text", lower("name_or_email" COLLATE "C"))) gin_trgm_ops);
