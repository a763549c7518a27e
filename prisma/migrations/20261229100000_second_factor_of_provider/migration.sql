-- The organization whose provider vouched for the second factor of a session. It counts nowhere else.
ALTER TABLE "sessions" ADD COLUMN "factor_organization_id" UUID;
