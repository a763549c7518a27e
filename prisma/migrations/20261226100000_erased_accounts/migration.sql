-- The accounts that an erasure ended, with which it is repeated after a restore. Earlier erasures are repeated by addresses.
ALTER TABLE "erasures" ADD COLUMN "user_ids" UUID[] NOT NULL DEFAULT '{}';
