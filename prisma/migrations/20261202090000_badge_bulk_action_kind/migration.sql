-- A migration of its own: PostgreSQL does not take a new word in the transaction that adds it.
ALTER TYPE "outbox_kind" ADD VALUE 'badge_bulk_action' AFTER 'badge_import';
