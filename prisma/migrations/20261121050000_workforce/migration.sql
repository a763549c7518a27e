CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- What the filter name_or_email looks at, whatever part of the full name or the address it is given.
ALTER TABLE "employees" ADD COLUMN "name_or_email" TEXT
  GENERATED ALWAYS AS (COALESCE("first_name" || ' ', '') || COALESCE("last_name" || ' ', '') || "email") STORED;
CREATE INDEX "employees_name_or_email_idx" ON "employees" USING GIN ("name_or_email" gin_trgm_ops);

-- The orders of the list.
CREATE INDEX "employees_organization_id_first_name_id_idx" ON "employees"("organization_id", "first_name", "id");
CREATE INDEX "employees_organization_id_last_name_id_idx" ON "employees"("organization_id", "last_name", "id");

-- An address that is confirmed looks for its employments in every organization.
CREATE INDEX "employees_email_idx" ON "employees"("email");

-- An employee has one present position.
CREATE UNIQUE INDEX "employment_histories_current_idx" ON "employment_histories"("organization_id", "employee_id") WHERE "current";
