-- The design that the art was drawn from; without one it was uploaded, or generated from name and colour.
ALTER TABLE "badge_templates" ADD COLUMN     "design" JSONB;
