-- Whether a rule of the identity provider gave the role, so that it ends when no rule fits any more.
ALTER TABLE "memberships" ADD COLUMN "role_by_rule" BOOLEAN NOT NULL DEFAULT false;

-- People who were removed from an organization or left it. A sign-in at its identity provider does not make them members.
CREATE TABLE "ended_memberships" (
    "organization_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "ended_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ended_memberships_pkey" PRIMARY KEY ("organization_id","user_id")
);

CREATE INDEX "ended_memberships_user_id_idx" ON "ended_memberships"("user_id");

ALTER TABLE "ended_memberships" ADD CONSTRAINT "ended_memberships_organization_id_fkey"
  FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "ended_memberships" ADD CONSTRAINT "ended_memberships_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A new membership ends the exclusion, whichever way it begins.
CREATE FUNCTION "forget_ended_membership"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM ended_memberships WHERE organization_id = NEW.organization_id AND user_id = NEW.user_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER "memberships_begun" AFTER INSERT ON "memberships"
  FOR EACH ROW EXECUTE FUNCTION "forget_ended_membership"();
