-- Only the last seven days, which the health of an endpoint covers.
DO $$
DECLARE
  filled INTEGER;
BEGIN
  LOOP
    UPDATE "webhook_attempts" AS attempt SET "organization_id" = message.organization_id
    FROM "outbox_messages" AS message
    WHERE message.id = attempt.outbox_message_id AND attempt.id IN (
      SELECT old.id FROM "webhook_attempts" AS old JOIN "outbox_messages" AS owner ON owner.id = old.outbox_message_id
      WHERE old.organization_id IS NULL AND owner.organization_id IS NOT NULL
        AND old.attempted_at > now() - INTERVAL '7 days'
      LIMIT 1000);
    GET DIAGNOSTICS filled = ROW_COUNT;
    COMMIT;
    EXIT WHEN filled = 0;
  END LOOP;
END $$;
