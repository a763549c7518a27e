-- A status list has one issuer. Empty: the DID of the organization at this service.
ALTER TABLE "status_lists" ADD COLUMN "issuer_did" TEXT NOT NULL DEFAULT '';
ALTER TABLE "status_list_entries" ADD COLUMN "issuer_did" TEXT NOT NULL DEFAULT '';

-- Whether an organization issues as the did:web of its domain. It ends when the domain is removed.
CREATE TABLE "issuer_domains" (
    "organization_id" UUID NOT NULL,
    "domain" TEXT NOT NULL,
    "enabled_at" TIMESTAMPTZ(3),
    "listed_keys" UUID[],
    "read_at" TIMESTAMPTZ(3),
    "findings" JSONB,
    "active_since" TIMESTAMPTZ(3),
    "last_checked_at" TIMESTAMPTZ(3),
    "next_check_at" TIMESTAMPTZ(3),

    CONSTRAINT "issuer_domains_pkey" PRIMARY KEY ("organization_id"),
    CONSTRAINT "issuer_domains_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization_domains"("organization_id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "issuer_domains_next_check_at_idx" ON "issuer_domains"("next_check_at");

-- A badge may have places in two lists now. They are locked in the order of ids, or two revocations could wait for each other.
CREATE OR REPLACE FUNCTION revoke_in_status_list() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM status_lists WHERE id IN (
    SELECT list_id FROM status_list_entries WHERE badge_id = OLD.id AND NOT revoked
  ) ORDER BY id FOR NO KEY UPDATE;
  WITH revoked AS (
    UPDATE status_list_entries SET revoked = true WHERE badge_id = OLD.id AND NOT revoked RETURNING list_id
  )
  UPDATE status_lists SET revision = revision + 1, updated_at = now() FROM revoked WHERE status_lists.id = revoked.list_id;
  RETURN NULL;
END $$;
