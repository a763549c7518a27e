-- The index of texts as they are, which badge_templates_search_idx replaces.
DROP INDEX CONCURRENTLY "badge_templates_public_search_idx";
