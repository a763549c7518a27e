-- Accepted badges are signed by a job.
ALTER TYPE "outbox_kind" ADD VALUE 'credential' AFTER 'badge_import';
