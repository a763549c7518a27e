-- Credentials that exist keep all rights that they had; the defaults serve them alone, new ones state their rights.
ALTER TABLE "authorization_tokens" ADD COLUMN     "scopes" TEXT[] NOT NULL DEFAULT ARRAY['all'];
ALTER TABLE "authorization_tokens" ALTER COLUMN "scopes" DROP DEFAULT;

ALTER TABLE "oauth_applications" ADD COLUMN     "read_enabled" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "write_enabled" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "delete_enabled" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "scopes" TEXT[] NOT NULL DEFAULT ARRAY['all'];
ALTER TABLE "oauth_applications" ALTER COLUMN "read_enabled" DROP DEFAULT,
ALTER COLUMN "write_enabled" DROP DEFAULT,
ALTER COLUMN "delete_enabled" DROP DEFAULT,
ALTER COLUMN "scopes" DROP DEFAULT;
