-- The index on badge and DID replaces it. The previous version names no index when it reserves a place.
DROP INDEX CONCURRENTLY "status_list_entries_badge_id_key";
