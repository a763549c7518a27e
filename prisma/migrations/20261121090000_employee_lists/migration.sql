-- Whoever looks for part of a name reads only what the own organization has of it.
DROP INDEX "employees_name_or_email_idx";
CREATE INDEX "employees_organization_id_name_or_email_idx" ON "employees"
  USING GIN ("organization_id" uuid_ops, "name_or_email" gin_trgm_ops);
CREATE INDEX "employees_organization_id_state_created_at_id_idx" ON "employees" ("organization_id", "state", "created_at", "id");
