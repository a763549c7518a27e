-- AlterTable
ALTER TABLE "issued_badges" ADD COLUMN     "expiry_reminded_for" TIMESTAMPTZ(3);

-- Reminders: accepted badges of a template by their expiration, as long as nobody was reminded of it. A badge leaves
-- the index when its mail is recorded, so a turn finds what is due and nothing else.
CREATE INDEX "issued_badges_expiring_idx" ON "issued_badges" ("badge_template_id", "expires_at")
  WHERE "state" = 'accepted' AND "deleted_at" IS NULL AND "expiry_reminded_for" IS DISTINCT FROM "expires_at";
CREATE INDEX "badge_templates_reminding_idx" ON "badge_templates" ("id")
  WHERE "send_expiring_badge_notifications" AND "deleted_at" IS NULL;
