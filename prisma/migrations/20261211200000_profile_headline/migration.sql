-- The line below the name on a public profile.
ALTER TABLE "users" ADD COLUMN "headline" TEXT;
