-- An import that waits for the time at which it issues its badges.
ALTER TYPE "badge_import_state" ADD VALUE 'scheduled' AFTER 'ready';
