DO $$
DECLARE
  filled INTEGER;
BEGIN
  LOOP
    UPDATE "endorsements" AS endorsement SET "badge_name" = template.name
    FROM "badge_templates" AS template
    WHERE template.id = endorsement.badge_template_id AND endorsement.id IN (
      SELECT id FROM "endorsements" WHERE "badge_name" IS NULL ORDER BY id LIMIT 1000);
    GET DIAGNOSTICS filled = ROW_COUNT;
    COMMIT;
    EXIT WHEN filled = 0;
  END LOOP;
END $$;
