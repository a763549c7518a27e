-- The same for the days on which badges were accepted.
CREATE INDEX CONCURRENTLY "issued_badges_acceptance_idx"
  ON "issued_badges" ("organization_id", "accepted_at") INCLUDE ("badge_template_id", "issuer_earner_group_id")
  WHERE "accepted_at" IS NOT NULL AND "deleted_at" IS NULL;
