-- Badges in wallets (OpenID4VCI 1.0): offers, and the credentials that wallets took.
CREATE TYPE "wallet_format" AS ENUM ('ldp_vc', 'jwt_vc_json');

CREATE TABLE "wallet_offers" (
    "id" UUID NOT NULL,
    "badge_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "session_version" INTEGER NOT NULL,
    "code_digest" BYTEA NOT NULL,
    "transaction_key" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "token_digest" BYTEA,
    "copies" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "collected_at" TIMESTAMPTZ(3),

    CONSTRAINT "wallet_offers_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "wallet_offers_badge_id_fkey" FOREIGN KEY ("badge_id") REFERENCES "issued_badges"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "wallet_offers_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "wallet_offers_code_digest_key" ON "wallet_offers"("code_digest");
CREATE UNIQUE INDEX "wallet_offers_token_digest_key" ON "wallet_offers"("token_digest");
CREATE INDEX "wallet_offers_badge_id_idx" ON "wallet_offers"("badge_id");
CREATE INDEX "wallet_offers_user_id_idx" ON "wallet_offers"("user_id");
CREATE INDEX "wallet_offers_expires_at_idx" ON "wallet_offers"("expires_at");

CREATE TABLE "wallet_copies" (
    "id" UUID NOT NULL,
    "badge_id" UUID NOT NULL,
    "format" "wallet_format" NOT NULL,
    "holder" TEXT NOT NULL,
    "nonce_digest" BYTEA NOT NULL,
    "issued_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "wallet_copies_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "wallet_copies_badge_id_fkey" FOREIGN KEY ("badge_id") REFERENCES "issued_badges"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "wallet_copies_nonce_digest_format_key" ON "wallet_copies"("nonce_digest", "format");
CREATE INDEX "wallet_copies_badge_id_issued_at_id_idx" ON "wallet_copies"("badge_id", "issued_at", "id");
