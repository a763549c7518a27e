CREATE TYPE "endorsement_state" AS ENUM ('offered', 'accepted', 'declined', 'withdrawn');

CREATE TABLE "endorsements" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "template_organization_id" UUID NOT NULL,
    "badge_template_id" UUID NOT NULL,
    "state" "endorsement_state" NOT NULL,
    "comment" TEXT NOT NULL,
    "document" TEXT,
    "token_header" TEXT,
    "token_signature" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "state_updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "endorsements_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "endorsements_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "endorsements_template_organization_id_badge_template_id_fkey" FOREIGN KEY ("template_organization_id", "badge_template_id") REFERENCES "badge_templates"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "endorsements_of_others" CHECK ("organization_id" <> "template_organization_id")
);
CREATE INDEX "endorsements_organization_id_created_at_id_idx" ON "endorsements"("organization_id", "created_at", "id");
CREATE INDEX "endorsements_template_organization_id_created_at_id_idx" ON "endorsements"("template_organization_id", "created_at", "id");
CREATE INDEX "endorsements_badge_template_id_state_idx" ON "endorsements"("badge_template_id", "state");
-- An organization endorses a badge once at a time.
CREATE UNIQUE INDEX "endorsements_open_key" ON "endorsements"("organization_id", "badge_template_id")
  WHERE "state" IN ('offered', 'accepted');

-- An endorsement that is no longer accepted is revoked in the list of its issuer, as badges are.
CREATE TRIGGER revoke_endorsement_in_status_list AFTER UPDATE OF "state" ON "endorsements" FOR EACH ROW
  WHEN (OLD.state = 'accepted' AND NEW.state <> 'accepted')
  EXECUTE FUNCTION revoke_in_status_list();
CREATE TRIGGER revoke_deleted_endorsement_in_status_list AFTER DELETE ON "endorsements" FOR EACH ROW
  WHEN (OLD.state = 'accepted')
  EXECUTE FUNCTION revoke_in_status_list();
