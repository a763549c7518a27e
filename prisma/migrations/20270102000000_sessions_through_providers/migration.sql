-- The identity provider that a session comes from. Sessions of the version before have none: their members sign in again
-- where the provider is required.
ALTER TABLE "sessions" ADD COLUMN "provider_organization_id" UUID;
ALTER TABLE "sessions" ADD COLUMN "provider_domain" TEXT;
ALTER TABLE "sessions" ADD COLUMN "provider_certificate" TEXT;
