-- When its earner first accepted a badge; of those that ended before this was kept nobody knows, so they stay as they were.
ALTER TABLE "issued_badges" ADD COLUMN "accepted_at" TIMESTAMPTZ(3);
UPDATE "issued_badges" SET "accepted_at" = "state_updated_at" WHERE "state" IN ('accepted', 'revoked', 'replaced');
