CREATE INDEX CONCURRENTLY "employees_manager_name_idx"
  ON "employees" ("organization_id", "manager_last_name", "manager_first_name")
  WHERE "manager_external_id" IS NULL AND "manager_last_name" IS NOT NULL;
