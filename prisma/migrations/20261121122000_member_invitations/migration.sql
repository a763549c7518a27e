-- CreateTable
CREATE TABLE "member_invitations" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "role" "member_role" NOT NULL,
    "invited_by_type" TEXT NOT NULL,
    "invited_by_id" TEXT NOT NULL,
    "invited_by_name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "member_id" UUID,
    "withdrawn_at" TIMESTAMPTZ(3),

    CONSTRAINT "member_invitations_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "member_invitations_organization_id_created_at_id_idx" ON "member_invitations"("organization_id", "created_at", "id");

-- AddForeignKey
ALTER TABLE "member_invitations" ADD CONSTRAINT "member_invitations_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- An address has one invitation of an organization that can still be accepted.
CREATE UNIQUE INDEX "member_invitations_open_idx" ON "member_invitations" ("organization_id", "email")
  WHERE "accepted_at" IS NULL AND "withdrawn_at" IS NULL;
