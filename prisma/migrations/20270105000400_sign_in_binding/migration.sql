-- How requests reach an identity provider (decision 0130). Every provider so far was asked by a redirect. Servers of the version
-- before send redirects also to providers that are added with the other binding, until they stop.
ALTER TABLE "identity_providers" ADD COLUMN "sign_in_binding" TEXT NOT NULL DEFAULT 'redirect';
