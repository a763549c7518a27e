-- The list of issued badges and the bulk search at a million badges of one organization. Each index begins with the
-- organization and leaves out deleted badges, as each of these queries does.

-- Partial matches on names and addresses, and a plain column beside them in one index. Trusted extensions: whoever may
-- make tables may make them.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- The order of creation: it carries what most filters look at, so that a walk past badges that do not fit reads the index
-- alone.
DROP INDEX "issued_badges_organization_id_created_at_id_idx";
CREATE INDEX "issued_badges_created_idx" ON "issued_badges" ("organization_id", "created_at", "id")
  INCLUDE ("state", "public", "badge_template_id", "issued_at", "issued_at_date", "expires_at", "expires_at_date", "state_updated_at", "updated_at")
  WHERE "deleted_at" IS NULL;

-- The other orders, and the filters that can leave few badges of many.
CREATE INDEX "issued_badges_state_idx" ON "issued_badges" ("organization_id", "state", "created_at", "id") WHERE "deleted_at" IS NULL;
CREATE INDEX "issued_badges_issued_idx" ON "issued_badges" ("organization_id", "issued_at", "id") INCLUDE ("issued_at_date") WHERE "deleted_at" IS NULL;
-- A badge that never expires stands at infinity, so that bounds on the expiry are one span.
CREATE INDEX "issued_badges_expires_idx" ON "issued_badges" ("organization_id", COALESCE("expires_at", 'infinity'::timestamptz), "id")
  INCLUDE ("expires_at", "expires_at_date") WHERE "deleted_at" IS NULL;
CREATE INDEX "issued_badges_state_updated_idx" ON "issued_badges" ("organization_id", "state_updated_at", "id") WHERE "deleted_at" IS NULL;
CREATE INDEX "issued_badges_updated_idx" ON "issued_badges" ("organization_id", "updated_at", "id") WHERE "deleted_at" IS NULL;
CREATE INDEX "issued_badges_first_name_idx" ON "issued_badges" ("organization_id", "issued_to_first_name", "id") WHERE "deleted_at" IS NULL;
CREATE INDEX "issued_badges_last_name_idx" ON "issued_badges" ("organization_id", "issued_to_last_name", "id") WHERE "deleted_at" IS NULL;

-- By template: the issuer's own view takes the place of the owner's, which nothing reads in this order.
DROP INDEX "issued_badges_template_organization_id_badge_template_id_cr_idx";
CREATE INDEX "issued_badges_template_idx" ON "issued_badges" ("organization_id", "badge_template_id", "created_at", "id") WHERE "deleted_at" IS NULL;

-- Few badges are in these, so they cost the others nothing.
CREATE INDEX "issued_badges_earner_idx" ON "issued_badges" ("organization_id", "issuer_earner_id") WHERE "issuer_earner_id" IS NOT NULL AND "deleted_at" IS NULL;
CREATE INDEX "issued_badges_private_idx" ON "issued_badges" ("organization_id", "created_at", "id") WHERE NOT "public" AND "deleted_at" IS NULL;
CREATE INDEX "issued_badges_grantor_idx" ON "issued_badges" ("organization_id", "template_organization_id", "created_at", "id")
  WHERE "template_organization_id" <> "organization_id" AND "deleted_at" IS NULL;
CREATE INDEX "issued_badges_owner_idx" ON "issued_badges" ("template_organization_id", "created_at", "id")
  WHERE "template_organization_id" <> "organization_id" AND "deleted_at" IS NULL;

-- Name and address in one text, with a line break between them that neither can hold. The organization stands in the
-- index too: the badges of a large one cost a small one nothing.
CREATE INDEX "issued_badges_text_idx" ON "issued_badges"
  USING gin ("organization_id", ("issued_to" || E'\n' || "recipient_email") gin_trgm_ops) WHERE "deleted_at" IS NULL;
-- How often a piece of text occurs decides between this index and a walk; a partial index keeps no such numbers.
CREATE STATISTICS "issued_badges_text" ON ("issued_to" || E'\n' || "recipient_email") FROM "issued_badges";
ALTER STATISTICS "issued_badges_text" SET STATISTICS 300;
