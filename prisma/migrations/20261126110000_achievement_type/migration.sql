ALTER TABLE "badge_templates" ADD COLUMN "achievement_type" TEXT NOT NULL DEFAULT 'Badge';
