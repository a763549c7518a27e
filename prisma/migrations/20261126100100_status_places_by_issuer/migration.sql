-- A badge has a place in a list of each DID that signed a credential of it.
CREATE UNIQUE INDEX CONCURRENTLY "status_list_entries_badge_id_issuer_did_key" ON "status_list_entries"("badge_id", "issuer_did");
