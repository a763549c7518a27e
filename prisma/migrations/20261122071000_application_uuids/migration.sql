-- AlterTable
ALTER TABLE "oauth_applications" ADD COLUMN     "uuid" UUID NOT NULL DEFAULT gen_random_uuid();

-- CreateIndex
CREATE UNIQUE INDEX "oauth_applications_uuid_key" ON "oauth_applications"("uuid");

-- Creators that are applications were kept by their number. One that is deleted has no UUID any more: it gets one made of
-- its number (version 8 of RFC 9562), so that all it created still names the same creator.
UPDATE "oauth_applications" AS "created"
SET "created_by_id" = coalesce(
  (SELECT "creator"."uuid"::text FROM "oauth_applications" AS "creator"
   WHERE "creator"."organization_id" = "created"."organization_id" AND "creator"."id"::text = "created"."created_by_id"),
  overlay(overlay(md5("created"."organization_id"::text || ':' || "created"."created_by_id")
    placing '8' from 13) placing 'a' from 17)::uuid::text)
WHERE "created_by_type" = 'OAuthApplication' AND "created_by_id" ~ '^[0-9]+$';

UPDATE "authorization_tokens" AS "created"
SET "created_by_id" = coalesce(
  (SELECT "creator"."uuid"::text FROM "oauth_applications" AS "creator"
   WHERE "creator"."organization_id" = "created"."organization_id" AND "creator"."id"::text = "created"."created_by_id"),
  overlay(overlay(md5("created"."organization_id"::text || ':' || "created"."created_by_id")
    placing '8' from 13) placing 'a' from 17)::uuid::text)
WHERE "created_by_type" = 'OAuthApplication' AND "created_by_id" ~ '^[0-9]+$';
