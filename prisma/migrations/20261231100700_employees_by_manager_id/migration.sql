CREATE INDEX CONCURRENTLY "employees_manager_id_idx" ON "employees" ("organization_id", "manager_external_id")
  WHERE "manager_external_id" IS NOT NULL;
