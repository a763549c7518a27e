-- How many badges of each state an organization issued on a day, kept beside the badges: the front page of an
-- organization with a million of them reads some hundred rows of these. Changes are appended and folded into the counts by
-- a job, so that two requests never wait for one count, in whichever order they change badges; a sum takes both tables.
CREATE TABLE "badge_day_counts" (
    "organization_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "state" "badge_state" NOT NULL,
    "badges" INTEGER NOT NULL,

    CONSTRAINT "badge_day_counts_pkey" PRIMARY KEY ("organization_id","day","state")
);
CREATE TABLE "badge_day_changes" (
    "id" BIGSERIAL NOT NULL,
    "organization_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "state" "badge_state" NOT NULL,
    "badges" INTEGER NOT NULL,

    CONSTRAINT "badge_day_changes_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "badge_day_changes_organization_id_day_idx" ON "badge_day_changes"("organization_id", "day");

-- Once for a statement, whoever writes it. The rules of a trigger that sees what a statement changed: one trigger for each
-- kind of statement, and none of them for single columns.
CREATE FUNCTION note_issued_badges() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO badge_day_changes (organization_id, day, state, badges)
  SELECT organization_id, issued_at_date, state, count(*) FROM written WHERE deleted_at IS NULL GROUP BY 1, 2, 3;
  RETURN NULL;
END $$;

CREATE FUNCTION note_changed_badges() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO badge_day_changes (organization_id, day, state, badges)
  SELECT organization_id, issued_at_date, state, sum(badges) FROM (
    SELECT organization_id, issued_at_date, state, 1 AS badges FROM written WHERE deleted_at IS NULL
    UNION ALL
    SELECT organization_id, issued_at_date, state, -1 FROM overwritten WHERE deleted_at IS NULL
  ) AS change
  GROUP BY 1, 2, 3 HAVING sum(badges) <> 0;
  RETURN NULL;
END $$;

-- Making the first trigger keeps writers out until all is committed, so the counts begin exact.
CREATE TRIGGER "issued_badges_note_issued" AFTER INSERT ON "issued_badges"
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION note_issued_badges();
CREATE TRIGGER "issued_badges_note_changed" AFTER UPDATE ON "issued_badges"
  REFERENCING NEW TABLE AS written OLD TABLE AS overwritten FOR EACH STATEMENT EXECUTE FUNCTION note_changed_badges();

INSERT INTO "badge_day_counts" ("organization_id", "day", "state", "badges")
SELECT "organization_id", "issued_at_date", "state", count(*) FROM "issued_badges" WHERE "deleted_at" IS NULL GROUP BY 1, 2, 3;

-- What was given up, by its organization: few rows, which the front page counts.
CREATE INDEX "outbox_messages_failed_organization_idx" ON "outbox_messages" ("organization_id", "created_at") WHERE "kind" = 'webhook' AND "state" = 'failed';
