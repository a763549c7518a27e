CREATE INDEX CONCURRENTLY "badge_import_rows_recipient_idx" ON "badge_import_rows" (lower("recipient_email"))
  WHERE "recipient_email" <> '';
