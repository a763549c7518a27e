-- People enter an address to sign in, and the domain of the address decides where they are led.
CREATE INDEX CONCURRENTLY "organizations_verified_domain_idx" ON "organizations"("verified_domain")
  WHERE "verified_domain" IS NOT NULL;
