CREATE INDEX CONCURRENTLY "badge_import_rows_text_idx" ON "badge_import_rows"
  USING gin (badge_import_row_text("cells", "recipient_email", "recipient_name", "problems") gin_trgm_ops)
  WHERE has_other_address("cells", "recipient_email", "recipient_name", "problems");
