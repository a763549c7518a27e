-- A date without a time is valid through that day. Defaults that were stored at its first moment end with its last second.
DO $$
DECLARE
  filled INTEGER;
BEGIN
  LOOP
    UPDATE "badge_templates" SET "default_expires_at" = "default_expires_at" + INTERVAL '86399 seconds'
    WHERE id IN (
      SELECT id FROM "badge_templates"
      WHERE "default_expires_at" = "default_expires_at_date"::timestamp AT TIME ZONE 'UTC'
      LIMIT 1000);
    GET DIAGNOSTICS filled = ROW_COUNT;
    COMMIT;
    EXIT WHEN filled = 0;
  END LOOP;
END $$;
