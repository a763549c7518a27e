-- Notices to members, and what each member has chosen to get.
CREATE TABLE "notices" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "organization_id" UUID,
    "kind" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "is_shown" BOOLEAN NOT NULL,
    "read_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "notices_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "notices_user_id_fkey" FOREIGN KEY ("user_id")
      REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "notices_organization_id_user_id_fkey" FOREIGN KEY ("organization_id", "user_id")
      REFERENCES "memberships"("organization_id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "notices_user_id_key_key" ON "notices"("user_id", "key");
CREATE INDEX "notices_user_id_created_at_id_idx" ON "notices"("user_id", "created_at", "id");
CREATE INDEX "notices_organization_id_key_idx" ON "notices"("organization_id", "key");
CREATE INDEX "notices_created_at_idx" ON "notices"("created_at");

CREATE TABLE "notice_choices" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "organization_id" UUID,
    "kind" TEXT NOT NULL,
    "mail" BOOLEAN NOT NULL,
    "console" BOOLEAN NOT NULL,

    CONSTRAINT "notice_choices_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "notice_choices_user_id_fkey" FOREIGN KEY ("user_id")
      REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "notice_choices_organization_id_user_id_fkey" FOREIGN KEY ("organization_id", "user_id")
      REFERENCES "memberships"("organization_id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "notice_choices_of_accounts" ON "notice_choices"("user_id", "kind") WHERE "organization_id" IS NULL;
CREATE UNIQUE INDEX "notice_choices_of_members" ON "notice_choices"("user_id", "organization_id", "kind")
  WHERE "organization_id" IS NOT NULL;
CREATE INDEX "notice_choices_organization_id_user_id_idx" ON "notice_choices"("organization_id", "user_id");
