-- Counts of the badges of some days, by template and group, without reading their rows (lib/console/analytics/queries.ts).
CREATE INDEX CONCURRENTLY "issued_badges_issue_day_idx"
  ON "issued_badges" ("organization_id", "issued_at_date", "badge_template_id", "issuer_earner_group_id") INCLUDE ("accepted_at")
  WHERE "deleted_at" IS NULL;
