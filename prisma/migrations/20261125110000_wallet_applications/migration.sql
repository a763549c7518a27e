-- Applications that registered themselves for the wallets of earners, what earners allowed them, and their tokens.
CREATE TYPE "wallet_token_kind" AS ENUM ('access', 'refresh');

CREATE TABLE "wallet_applications" (
    "id" UUID NOT NULL,
    "uid" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "secret_digest" BYTEA,
    "auth_method" TEXT NOT NULL,
    "redirect_uris" TEXT[],
    "scopes" TEXT[],
    "grant_types" TEXT[],
    "client_uri" TEXT,
    "logo_uri" TEXT,
    "tos_uri" TEXT,
    "policy_uri" TEXT,
    "contacts" TEXT[],
    "software_id" TEXT,
    "software_version" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "allowed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "wallet_applications_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "wallet_applications_uid_key" ON "wallet_applications"("uid");
CREATE INDEX "wallet_applications_allowed_at_idx" ON "wallet_applications"("allowed_at");

CREATE TABLE "wallet_grants" (
    "id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "scopes" TEXT[],
    "session_version" INTEGER NOT NULL,
    "redirect_uri" TEXT NOT NULL,
    "code_digest" BYTEA NOT NULL,
    "code_challenge" TEXT NOT NULL,
    "code_expires_at" TIMESTAMPTZ(3) NOT NULL,
    "code_used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "wallet_grants_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "wallet_grants_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "wallet_applications"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "wallet_grants_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "wallet_grants_code_digest_key" ON "wallet_grants"("code_digest");
CREATE INDEX "wallet_grants_user_id_created_at_id_idx" ON "wallet_grants"("user_id", "created_at", "id");
CREATE INDEX "wallet_grants_application_id_idx" ON "wallet_grants"("application_id");
CREATE INDEX "wallet_grants_expires_at_idx" ON "wallet_grants"("expires_at");

CREATE TABLE "wallet_tokens" (
    "id" UUID NOT NULL,
    "grant_id" UUID NOT NULL,
    "kind" "wallet_token_kind" NOT NULL,
    "digest" BYTEA NOT NULL,
    "scopes" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "wallet_tokens_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "wallet_tokens_grant_id_fkey" FOREIGN KEY ("grant_id") REFERENCES "wallet_grants"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "wallet_tokens_digest_key" ON "wallet_tokens"("digest");
CREATE INDEX "wallet_tokens_grant_id_idx" ON "wallet_tokens"("grant_id");
CREATE INDEX "wallet_tokens_expires_at_idx" ON "wallet_tokens"("expires_at");

-- Credentials that applications sent to wallets, as they were sent.
CREATE TABLE "uploaded_credentials" (
    "external_badge_id" UUID NOT NULL,
    "credential_id" TEXT NOT NULL,
    "issuer_id" TEXT NOT NULL,
    "document" TEXT NOT NULL,
    "is_token" BOOLEAN NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "uploaded_credentials_pkey" PRIMARY KEY ("external_badge_id"),
    CONSTRAINT "uploaded_credentials_external_badge_id_fkey" FOREIGN KEY ("external_badge_id") REFERENCES "external_badges"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
