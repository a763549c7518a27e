-- Who checked a file, so that the name can be taken away when the account is deleted.
ALTER TABLE "badge_imports" ADD COLUMN     "created_by_id" TEXT;

-- What the deletion of an account looks for while it holds its locks. The first one leaves the keys of programs out, which
-- are most of them and pay for no second index.
CREATE INDEX "idempotency_keys_person_idx" ON "idempotency_keys" ("caller_id" COLLATE "C") WHERE "caller_id" LIKE 'User:%';
CREATE INDEX "member_invitations_member_id_idx" ON "member_invitations"("member_id");
CREATE INDEX "member_invitations_email_idx" ON "member_invitations"("email");
CREATE INDEX "member_invitations_invited_by_id_idx" ON "member_invitations"("invited_by_id");
CREATE INDEX "authorization_tokens_created_by_id_idx" ON "authorization_tokens"("created_by_id");
CREATE INDEX "oauth_applications_created_by_id_idx" ON "oauth_applications"("created_by_id");
CREATE INDEX "badge_imports_created_by_id_idx" ON "badge_imports"("created_by_id");
CREATE INDEX "badge_imports_started_by_id_idx" ON "badge_imports"("started_by_id");
