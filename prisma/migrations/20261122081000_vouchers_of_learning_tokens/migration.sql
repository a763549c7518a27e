-- AlterTable
ALTER TABLE "learning_apps" ADD COLUMN     "secret_version" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "learning_authorization_codes" ADD COLUMN     "session_version" INTEGER;

-- AlterTable
ALTER TABLE "learning_tokens" ADD COLUMN     "secret_version" INTEGER,
ADD COLUMN     "session_version" INTEGER;

-- Owners' tokens that exist hold until the next change of their account's password or sessions.
UPDATE "learning_tokens" SET "session_version" = users.session_version
  FROM "users" WHERE users.id = learning_tokens.user_id AND learning_tokens.kind = 'owner';

ALTER TABLE "learning_tokens" ADD CONSTRAINT "learning_tokens_owner_check"
  CHECK ("kind" <> 'owner' OR "session_version" IS NOT NULL);

-- What programs hold of an app, newest first. Learners' tokens are far more, and are not listed.
CREATE INDEX "learning_tokens_of_programs" ON "learning_tokens" ("app_id", "created_at" DESC, "id" DESC)
  WHERE "kind" <> 'learner';

-- A member who leaves and comes back finds no token that they signed in for before.
CREATE FUNCTION "end_tokens_of_membership"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM learning_tokens
  WHERE user_id = OLD.user_id AND organization_id = OLD.organization_id AND session_version IS NOT NULL;
  RETURN NULL;
END
$$;
CREATE TRIGGER "memberships_learning_tokens" AFTER DELETE ON "memberships"
  FOR EACH ROW EXECUTE FUNCTION "end_tokens_of_membership"();
