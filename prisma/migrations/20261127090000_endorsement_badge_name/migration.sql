-- The name of the badge when the endorsement was offered. It is what the endorsing organization agreed to sign. A server of
-- the previous version stores none.
ALTER TABLE "endorsements" ADD COLUMN "badge_name" TEXT;
