-- The keys of issuers, of two algorithms and with their history. They outlive the organization: its credentials stay valid.
CREATE TYPE "key_algorithm" AS ENUM ('Ed25519', 'P-256');

CREATE TABLE "signing_keys" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "algorithm" "key_algorithm" NOT NULL,
    "public_key" BYTEA NOT NULL,
    "private_key" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "retired_at" TIMESTAMPTZ(3),

    CONSTRAINT "signing_keys_pkey" PRIMARY KEY ("id"),
    -- A retired key can never sign again.
    CONSTRAINT "signing_keys_private_key_check" CHECK (("private_key" IS NULL) = ("retired_at" IS NOT NULL))
);
CREATE INDEX "signing_keys_organization_id_idx" ON "signing_keys"("organization_id");
CREATE UNIQUE INDEX "signing_keys_active_idx" ON "signing_keys"("organization_id", "algorithm") WHERE "retired_at" IS NULL;

-- An encrypted value is bound to the id of its row. A key that was stored before has that of its organization.
INSERT INTO "signing_keys" ("id", "organization_id", "algorithm", "public_key", "private_key", "created_at")
SELECT "organization_id", "organization_id", 'Ed25519', "public_key", "private_key", "created_at" FROM "issuer_keys";

-- Servers of the previous version still create keys in "issuer_keys" while they run.
CREATE FUNCTION copy_issuer_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO signing_keys (id, organization_id, algorithm, public_key, private_key, created_at)
  VALUES (NEW.organization_id, NEW.organization_id, 'Ed25519', NEW.public_key, NEW.private_key, NEW.created_at)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER copy_issuer_key AFTER INSERT ON "issuer_keys" FOR EACH ROW EXECUTE FUNCTION copy_issuer_key();

-- The published lists of revoked credentials (Bitstring Status List 1.0).
CREATE TABLE "status_lists" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "status_lists_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "status_lists_organization_id_number_key" ON "status_lists"("organization_id", "number");

-- The place of a badge in its list. It outlives the badge: a copy of the credential of an erased badge is not valid.
CREATE TABLE "status_list_entries" (
    "list_id" UUID NOT NULL,
    "index" INTEGER NOT NULL,
    "badge_id" UUID NOT NULL,
    "revoked" BOOLEAN NOT NULL,

    CONSTRAINT "status_list_entries_pkey" PRIMARY KEY ("list_id", "index"),
    CONSTRAINT "status_list_entries_list_id_fkey" FOREIGN KEY ("list_id") REFERENCES "status_lists"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "status_list_entries_badge_id_key" ON "status_list_entries"("badge_id");
CREATE INDEX "status_list_entries_revoked_idx" ON "status_list_entries"("list_id", "index") WHERE "revoked";

-- What was signed when a badge was accepted. It is never changed.
CREATE TABLE "signed_credentials" (
    "badge_id" UUID NOT NULL,
    "document" TEXT NOT NULL,
    "token_header" TEXT NOT NULL,
    "token_signature" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "signed_credentials_pkey" PRIMARY KEY ("badge_id"),
    CONSTRAINT "signed_credentials_badge_id_fkey" FOREIGN KEY ("badge_id") REFERENCES "issued_badges"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- Where the signing of badges that were accepted before this table existed has got to.
CREATE TABLE "credential_backfills" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "position" UUID,
    "signed" INTEGER NOT NULL DEFAULT 0,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "credential_backfills_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "credential_backfills_one_row" CHECK ("id" = 1)
);
INSERT INTO "credential_backfills" ("finished_at") SELECT now() WHERE NOT EXISTS (SELECT FROM "issued_badges");

-- A badge that is no longer accepted is revoked in its list, whichever statement changed it.
CREATE FUNCTION revoke_in_status_list() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH revoked AS (
    UPDATE status_list_entries SET revoked = true WHERE badge_id = OLD.id AND NOT revoked RETURNING list_id
  )
  UPDATE status_lists SET revision = revision + 1, updated_at = now() FROM revoked WHERE status_lists.id = revoked.list_id;
  RETURN NULL;
END $$;
CREATE TRIGGER revoke_in_status_list AFTER UPDATE OF "state", "deleted_at" ON "issued_badges" FOR EACH ROW
  WHEN (OLD.state = 'accepted' AND OLD.deleted_at IS NULL AND (NEW.state <> 'accepted' OR NEW.deleted_at IS NOT NULL))
  EXECUTE FUNCTION revoke_in_status_list();
CREATE TRIGGER revoke_deleted_in_status_list AFTER DELETE ON "issued_badges" FOR EACH ROW
  WHEN (OLD.state = 'accepted' AND OLD.deleted_at IS NULL)
  EXECUTE FUNCTION revoke_in_status_list();
