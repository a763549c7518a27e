-- When a scheduled import starts, and whether the day of issue and the template of each row were chosen for the whole file.
ALTER TABLE "badge_imports"
  ADD COLUMN "scheduled_at" TIMESTAMPTZ(3),
  ADD COLUMN "is_issued_at_chosen" BOOLEAN NOT NULL DEFAULT true,
  ADD COLUMN "is_template_from_column" BOOLEAN NOT NULL DEFAULT false;
