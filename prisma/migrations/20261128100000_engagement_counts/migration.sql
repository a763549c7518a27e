CREATE TYPE "engagement_kind" AS ENUM ('view', 'share', 'download', 'verification', 'issuer_click');

CREATE TABLE "engagement_counts" (
    "organization_id" UUID NOT NULL,
    "badge_template_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "kind" "engagement_kind" NOT NULL,
    "channel" TEXT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "engagement_counts_pkey" PRIMARY KEY ("organization_id", "badge_template_id", "day", "kind", "channel"),
    CONSTRAINT "engagement_counts_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "engagement_counts_badge_template_id_fkey" FOREIGN KEY ("badge_template_id") REFERENCES "badge_templates"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "engagement_counts_organization_id_day_idx" ON "engagement_counts"("organization_id", "day");
CREATE INDEX "engagement_counts_badge_template_id_idx" ON "engagement_counts"("badge_template_id");
