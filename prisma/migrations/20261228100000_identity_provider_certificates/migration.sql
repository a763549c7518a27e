ALTER TABLE "identity_providers"
  ADD COLUMN "tried_certificate" TEXT,
  ADD COLUMN "certificates_end_at" TIMESTAMPTZ(3);
