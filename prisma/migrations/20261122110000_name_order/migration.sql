-- Names in the order in which people look for them: case and accents decide last, digits count as numbers.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_collation WHERE collprovider = 'i') THEN
    RAISE EXCEPTION 'This PostgreSQL server was built without ICU, which sorts names. Use a server built with it (--with-icu), as the packages of PostgreSQL are.';
  END IF;
END $$;
CREATE COLLATION IF NOT EXISTS "name_order" (provider = icu, locale = 'und-u-kn-true');

-- The database keeps a copy of each name that lists are sorted by, for two reasons: Prisma cannot say COLLATE in an
-- order, and filters, equality and unique indexes stay with the default collation of the column itself.
ALTER TABLE "organizations" ADD COLUMN "name_order" TEXT COLLATE "name_order" GENERATED ALWAYS AS ("name") STORED;
ALTER TABLE "badge_templates" ADD COLUMN "name_order" TEXT COLLATE "name_order" GENERATED ALWAYS AS ("name") STORED;
ALTER TABLE "recommendations" ADD COLUMN "title_order" TEXT COLLATE "name_order" GENERATED ALWAYS AS ("title") STORED;
ALTER TABLE "users"
  ADD COLUMN "first_name_order" TEXT COLLATE "name_order" GENERATED ALWAYS AS ("first_name") STORED,
  ADD COLUMN "last_name_order" TEXT COLLATE "name_order" GENERATED ALWAYS AS ("last_name") STORED;
ALTER TABLE "employees"
  ADD COLUMN "first_name_order" TEXT COLLATE "name_order" GENERATED ALWAYS AS ("first_name") STORED,
  ADD COLUMN "last_name_order" TEXT COLLATE "name_order" GENERATED ALWAYS AS ("last_name") STORED;
ALTER TABLE "learning_students"
  ADD COLUMN "first_order" TEXT COLLATE "name_order" GENERATED ALWAYS AS ("first") STORED,
  ADD COLUMN "last_order" TEXT COLLATE "name_order" GENERATED ALWAYS AS ("last") STORED;
ALTER TABLE "learning_gradables" ADD COLUMN "name_order" TEXT COLLATE "name_order" GENERATED ALWAYS AS ("name") STORED;
ALTER TABLE "learning_integrations" ADD COLUMN "name_order" TEXT COLLATE "name_order" GENERATED ALWAYS AS ("name") STORED;

-- The indexes of these orders take the place of the byte-ordered ones.
DROP INDEX "badge_templates_organization_id_name_id_idx";
CREATE INDEX "badge_templates_organization_id_name_order_id_idx" ON "badge_templates"("organization_id", "name_order", "id");
DROP INDEX "recommendations_organization_id_title_id_idx";
CREATE INDEX "recommendations_organization_id_title_order_id_idx" ON "recommendations"("organization_id", "title_order", "id");
DROP INDEX "employees_organization_id_first_name_id_idx";
DROP INDEX "employees_organization_id_last_name_id_idx";
CREATE INDEX "employees_organization_id_first_name_order_id_idx" ON "employees"("organization_id", "first_name_order", "id");
CREATE INDEX "employees_organization_id_last_name_order_id_idx" ON "employees"("organization_id", "last_name_order", "id");
DROP INDEX "learning_students_integration_id_first_id_idx";
DROP INDEX "learning_students_integration_id_last_id_idx";
CREATE INDEX "learning_students_integration_id_first_order_id_idx" ON "learning_students"("integration_id", "first_order", "id");
CREATE INDEX "learning_students_integration_id_last_order_id_idx" ON "learning_students"("integration_id", "last_order", "id");

-- Badges are sorted by statements of our own, which can say COLLATE: the largest table is not written anew.
DROP INDEX "issued_badges_first_name_idx";
DROP INDEX "issued_badges_last_name_idx";
CREATE INDEX "issued_badges_first_name_idx" ON "issued_badges"
  ("organization_id", "issued_to_first_name" COLLATE "name_order", "id") WHERE "deleted_at" IS NULL;
CREATE INDEX "issued_badges_last_name_idx" ON "issued_badges"
  ("organization_id", "issued_to_last_name" COLLATE "name_order", "id") WHERE "deleted_at" IS NULL;
