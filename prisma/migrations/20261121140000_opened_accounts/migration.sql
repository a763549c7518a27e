-- AlterTable
ALTER TABLE "users" ADD COLUMN     "opened_at" TIMESTAMPTZ(3);

-- Whether anybody came into an account before is not known: the links of badges open none that somebody has proved.
UPDATE "users" SET "opened_at" = "created_at" WHERE EXISTS (
  SELECT FROM "user_emails" WHERE "user_id" = "users"."id" AND "confirmed_at" IS NOT NULL);
