-- A migration of its own: PostgreSQL does not take a new word in the transaction that adds it.
ALTER TYPE "outbox_kind" ADD VALUE 'service_move' AFTER 'badge_bulk_action';
