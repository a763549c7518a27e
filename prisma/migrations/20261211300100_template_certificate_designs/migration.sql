-- How the certificates of one badge template look, where they differ from those of the organization.
CREATE TABLE "template_certificate_designs" (
    "organization_id" UUID NOT NULL,
    "badge_template_id" UUID NOT NULL,
    "design" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "template_certificate_designs_pkey" PRIMARY KEY ("organization_id", "badge_template_id"),
    CONSTRAINT "template_certificate_designs_organization_id_badge_templat_fkey"
      FOREIGN KEY ("organization_id", "badge_template_id")
      REFERENCES "badge_templates"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "template_certificate_designs_organization_id_updated_at_bad_idx"
  ON "template_certificate_designs"("organization_id", "updated_at", "badge_template_id");
