ALTER TABLE "webhook_attempts"
  ADD COLUMN "organization_id" UUID,
  ADD COLUMN "request_headers" JSONB,
  ADD COLUMN "response_headers" JSONB;
