-- By its digest a copy in a wallet is recognized. Copies of the version before have none.
ALTER TABLE "wallet_copies" ADD COLUMN "content_digest" BYTEA;
