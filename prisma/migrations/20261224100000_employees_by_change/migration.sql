-- A directory lists the employees that changed since a time.
CREATE INDEX CONCURRENTLY "employees_by_change_idx" ON "employees"("organization_id", "last_updated_by_organization_at", "id");
