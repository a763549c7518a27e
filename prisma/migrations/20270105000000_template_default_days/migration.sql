-- A date without a time is valid through that day. Defaults that were stored at its first moment end with its last second.
UPDATE "badge_templates"
SET "default_expires_at" = "default_expires_at" + INTERVAL '86399 seconds'
WHERE "default_expires_at" = "default_expires_at_date"::timestamp AT TIME ZONE 'UTC';
