CREATE INDEX CONCURRENTLY "organizations_contact_idx" ON "organizations" USING gin (
  (ARRAY[lower("contact_email"), lower("legal_contact_email"), lower("technical_contact_email"), lower("support_email")]));
