-- The hash chain of audit entries (decision 0124). Entries wait in `audit_queue` until the job appends them.
CREATE TABLE "audit_queue" (
    "entry_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,

    CONSTRAINT "audit_queue_pkey" PRIMARY KEY ("entry_id")
);
CREATE INDEX "audit_queue_organization_id_idx" ON "audit_queue"("organization_id");

CREATE TABLE "audit_chains" (
    "organization_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "hash" BYTEA NOT NULL,
    "signed_position" INTEGER NOT NULL DEFAULT 0,
    "pruned_position" INTEGER NOT NULL DEFAULT 0,
    "fault_position" INTEGER,
    "fault" TEXT,
    "fault_found_at" TIMESTAMPTZ(3),

    CONSTRAINT "audit_chains_pkey" PRIMARY KEY ("organization_id")
);

CREATE TABLE "audit_links" (
    "organization_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "entry_id" UUID NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "content" BYTEA NOT NULL,
    "hash" BYTEA NOT NULL,
    "salts" JSONB NOT NULL,
    "erased" JSONB,

    CONSTRAINT "audit_links_pkey" PRIMARY KEY ("organization_id","position")
);
CREATE UNIQUE INDEX "audit_links_entry_id_key" ON "audit_links"("entry_id");

CREATE TABLE "audit_heads" (
    "organization_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "signed_at" TIMESTAMPTZ(3) NOT NULL,
    "token" TEXT NOT NULL,

    CONSTRAINT "audit_heads_pkey" PRIMARY KEY ("organization_id","position")
);
CREATE INDEX "audit_heads_signed_at_idx" ON "audit_heads"("signed_at");

CREATE FUNCTION queue_audit_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_queue (entry_id, organization_id) SELECT id, organization_id FROM added ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
