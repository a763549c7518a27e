-- The index of names as they are, which issued_badges_search_idx replaces.
DROP INDEX CONCURRENTLY "issued_badges_text_idx";
