CREATE INDEX CONCURRENTLY "webhook_attempts_organization_id_attempted_at_idx"
  ON "webhook_attempts"("organization_id", "attempted_at");
