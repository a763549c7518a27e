-- An address belongs to the account that confirmed it, or else to the one whose primary address it is. Anybody may
-- claim any address; a claim is nothing until its link was opened.
ALTER TABLE "user_emails" ADD COLUMN "confirmation_sent_at" TIMESTAMPTZ(3);
DROP INDEX "user_emails_email_key";
DROP INDEX "user_emails_user_id_idx";
CREATE UNIQUE INDEX "user_emails_user_id_email_key" ON "user_emails"("user_id", "email");
CREATE INDEX "user_emails_email_idx" ON "user_emails"("email");
CREATE UNIQUE INDEX "user_emails_owner_idx" ON "user_emails" ("email") WHERE "confirmed_at" IS NOT NULL OR "primary";

-- Idempotency keys belong to the organization of the caller, or to the earner who asked for themselves.
ALTER TABLE "idempotency_keys" RENAME COLUMN "organization_id" TO "owner_id";

-- The badges that wait for the earner of an address.
CREATE INDEX "issued_badges_waiting_idx" ON "issued_badges" ("recipient_email") WHERE "user_id" IS NULL;

-- A row that is written for an account while that account is merged into another one belongs to the other one. The
-- lock is the one that the foreign key takes anyway; it waits for a merge that is under way.
CREATE FUNCTION "follow_merged_account"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  survivor uuid;
BEGIN
  SELECT merged_into_id INTO survivor FROM users WHERE id = NEW.user_id FOR KEY SHARE;
  NEW.user_id := COALESCE(survivor, NEW.user_id);
  RETURN NEW;
END
$$;
CREATE TRIGGER "issued_badges_merged" BEFORE INSERT OR UPDATE OF "user_id" ON "issued_badges"
  FOR EACH ROW WHEN (NEW.user_id IS NOT NULL) EXECUTE FUNCTION "follow_merged_account"();
CREATE TRIGGER "employees_merged" BEFORE INSERT OR UPDATE OF "user_id" ON "employees"
  FOR EACH ROW WHEN (NEW.user_id IS NOT NULL) EXECUTE FUNCTION "follow_merged_account"();
CREATE TRIGGER "external_badges_merged" BEFORE INSERT OR UPDATE OF "user_id" ON "external_badges"
  FOR EACH ROW EXECUTE FUNCTION "follow_merged_account"();
CREATE TRIGGER "memberships_merged" BEFORE INSERT ON "memberships"
  FOR EACH ROW EXECUTE FUNCTION "follow_merged_account"();
