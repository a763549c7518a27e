-- AlterTable
ALTER TABLE "learning_identities" ADD COLUMN     "id" UUID NOT NULL DEFAULT gen_random_uuid(),
ADD COLUMN     "connected_at" TIMESTAMPTZ(3),
DROP CONSTRAINT "learning_identities_pkey",
ADD CONSTRAINT "learning_identities_pkey" PRIMARY KEY ("id");

-- AlterTable
ALTER TABLE "learning_tokens" ADD COLUMN     "identity_id" UUID;

-- AlterTable
ALTER TABLE "learning_authorization_codes" ADD COLUMN     "identity_id" UUID;

-- CreateTable
CREATE TABLE "learning_connection_requests" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "app_id" UUID NOT NULL,
    "integration_id" INTEGER NOT NULL,
    "lti_user_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL,
    "connected_at" TIMESTAMPTZ(3),

    CONSTRAINT "learning_connection_requests_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "learning_identities_app_id_lti_user_id_key" ON "learning_identities"("app_id", "lti_user_id");

-- CreateIndex
CREATE INDEX "learning_tokens_identity_id_idx" ON "learning_tokens"("identity_id");

-- CreateIndex
CREATE INDEX "learning_authorization_codes_identity_id_idx" ON "learning_authorization_codes"("identity_id");

-- CreateIndex
CREATE INDEX "learning_connection_requests_organization_id_app_id_idx" ON "learning_connection_requests"("organization_id", "app_id");

-- CreateIndex
CREATE INDEX "learning_connection_requests_organization_id_integration_id_idx" ON "learning_connection_requests"("organization_id", "integration_id");

-- CreateIndex
CREATE INDEX "learning_connection_requests_email_idx" ON "learning_connection_requests"("email");

-- CreateIndex
CREATE INDEX "learning_connection_requests_asked_at_idx" ON "learning_connection_requests"("asked_at");

-- CreateIndex
CREATE UNIQUE INDEX "learning_connection_requests_app_id_email_lti_user_id_key" ON "learning_connection_requests"("app_id", "email", "lti_user_id");

-- AddForeignKey
ALTER TABLE "learning_connection_requests" ADD CONSTRAINT "learning_connection_requests_organization_id_app_id_fkey" FOREIGN KEY ("organization_id", "app_id") REFERENCES "learning_apps"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "learning_connection_requests" ADD CONSTRAINT "learning_connection_requests_organization_id_integration_i_fkey" FOREIGN KEY ("organization_id", "integration_id") REFERENCES "learning_integrations"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "learning_tokens" ADD CONSTRAINT "learning_tokens_identity_id_fkey" FOREIGN KEY ("identity_id") REFERENCES "learning_identities"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "learning_authorization_codes" ADD CONSTRAINT "learning_authorization_codes_identity_id_fkey" FOREIGN KEY ("identity_id") REFERENCES "learning_identities"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "learning_connection_requests" ADD CONSTRAINT "learning_connection_requests_email_check"
  CHECK ("email" = lower("email"));

-- The tokens and codes of learners that exist end with their identity, too. An owner's are of nobody whom an LMS names.
UPDATE "learning_tokens" AS token SET "identity_id" = (
  SELECT id FROM learning_identities AS identity WHERE identity.user_id = token.user_id
  ORDER BY identity.app_id = token.app_id DESC, identity.created_at LIMIT 1)
WHERE token.kind <> 'owner' AND token.session_version IS NULL
  AND NOT EXISTS (SELECT FROM learning_apps WHERE learning_apps.owner_id = token.user_id);
UPDATE "learning_authorization_codes" AS code SET "identity_id" = (
  SELECT id FROM learning_identities AS identity WHERE identity.user_id = code.user_id
  ORDER BY identity.created_at LIMIT 1)
WHERE code.session_version IS NULL
  AND NOT EXISTS (SELECT FROM learning_apps WHERE learning_apps.owner_id = code.user_id);

-- Whoever proves an address of an account is its person. What launches made of it before, on the word of an LMS alone, ends
-- in the same commit, by whatever way the address was proved, and with it tokens and codes (foreign keys).
CREATE FUNCTION "end_unproved_identities"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM learning_identities WHERE user_id = NEW.user_id AND connected_at IS NULL;
  RETURN NULL;
END
$$;
CREATE TRIGGER "user_emails_unproved_identities" AFTER INSERT OR UPDATE OF "confirmed_at", "user_id" ON "user_emails"
  FOR EACH ROW WHEN (NEW.confirmed_at IS NOT NULL) EXECUTE FUNCTION "end_unproved_identities"();

-- The same for addresses that were proved before.
DELETE FROM "learning_identities" WHERE EXISTS (
  SELECT FROM user_emails WHERE user_emails.user_id = learning_identities.user_id AND confirmed_at IS NOT NULL);
