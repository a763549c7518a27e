-- The domain that an organization proves to be its own.
CREATE TYPE "domain_proof" AS ENUM ('dns', 'file');
CREATE TABLE "organization_domains" (
    "organization_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "method" "domain_proof",
    "findings" JSONB,
    "last_checked_at" TIMESTAMPTZ(3),
    "failing_since" TIMESTAMPTZ(3),
    "lost_at" TIMESTAMPTZ(3),
    "next_check_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "organization_domains_pkey" PRIMARY KEY ("organization_id"),
    CONSTRAINT "organization_domains_organization_id_fkey" FOREIGN KEY ("organization_id")
      REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
-- The job takes what is due in this order.
CREATE INDEX "organization_domains_next_check_at_idx" ON "organization_domains"("next_check_at");

ALTER TABLE "organizations" ADD COLUMN "verified_domain" TEXT;
-- Nothing in the product could set the date until now: what somebody wrote by hand was never proved.
UPDATE "organizations" SET "verified_at" = NULL WHERE "verified_at" IS NOT NULL;
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_verified_domain_check"
  CHECK (("verified_at" IS NULL) = ("verified_domain" IS NULL));
