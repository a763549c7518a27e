-- Several rows for each template, so that statements that issue at the same time do not wait for one row.
CREATE TABLE "badge_template_issue_counts" (
    "badge_template_id" UUID NOT NULL,
    "slot" INTEGER NOT NULL,
    "issued" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "badge_template_issue_counts_pkey" PRIMARY KEY ("badge_template_id", "slot")
);
ALTER TABLE "badge_template_issue_counts" ADD CONSTRAINT "badge_template_issue_counts_badge_template_id_fkey" FOREIGN KEY ("badge_template_id") REFERENCES "badge_templates"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Servers of the previous version go on writing the previous table.
CREATE FUNCTION add_previous_template_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO badge_template_issue_counts AS total (badge_template_id, slot, issued)
  VALUES (NEW.badge_template_id, 0, NEW.issued - COALESCE(OLD.issued, 0))
  ON CONFLICT (badge_template_id, slot) DO UPDATE SET issued = total.issued + EXCLUDED.issued;
  RETURN NULL;
END $$;

-- Nobody may write it between the copy and the trigger.
LOCK TABLE "badge_template_counts" IN SHARE ROW EXCLUSIVE MODE;
INSERT INTO "badge_template_issue_counts" ("badge_template_id", "slot", "issued")
SELECT "badge_template_id", 0, "issued" FROM "badge_template_counts" WHERE "issued" <> 0;
CREATE TRIGGER badge_template_counts_previous AFTER INSERT OR UPDATE OF issued ON "badge_template_counts"
  FOR EACH ROW EXECUTE FUNCTION add_previous_template_count();
