-- The sessions of a person, so that they can be listed and ended one by one.
CREATE TABLE "sessions" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL,
    "address" TEXT NOT NULL,
    "browser" TEXT NOT NULL,
    "proved_at" TIMESTAMPTZ(3) NOT NULL,
    "has_second_factor" BOOLEAN NOT NULL,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id")
      REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "sessions_user_id_last_used_at_idx" ON "sessions"("user_id", "last_used_at");
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

-- The second factors of a person.
CREATE TABLE "passkeys" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "credential_id" TEXT NOT NULL,
    "public_key" BYTEA NOT NULL,
    "counter" BIGINT NOT NULL,
    "transports" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "passkeys_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "passkeys_user_id_fkey" FOREIGN KEY ("user_id")
      REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "passkeys_credential_id_key" ON "passkeys"("credential_id");
CREATE INDEX "passkeys_user_id_created_at_id_idx" ON "passkeys"("user_id", "created_at", "id");

CREATE TABLE "authenticator_apps" (
    "user_id" UUID NOT NULL,
    "secret" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "last_step" BIGINT,

    CONSTRAINT "authenticator_apps_pkey" PRIMARY KEY ("user_id"),
    CONSTRAINT "authenticator_apps_user_id_fkey" FOREIGN KEY ("user_id")
      REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "recovery_codes" (
    "user_id" UUID NOT NULL,
    "digest" BYTEA NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("user_id", "digest"),
    CONSTRAINT "recovery_codes_user_id_fkey" FOREIGN KEY ("user_id")
      REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "used_challenges" (
    "digest" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "used_challenges_pkey" PRIMARY KEY ("digest")
);
CREATE INDEX "used_challenges_expires_at_idx" ON "used_challenges"("expires_at");

-- What an organization requires of the sessions of its members, and of tokens of the learning edition.
ALTER TABLE "organizations" ADD COLUMN "requires_second_factor" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "organizations" ADD COLUMN "session_idle_minutes" INTEGER;
ALTER TABLE "organizations" ADD COLUMN "learning_token_idle_days" INTEGER;

-- Where a token of the learning edition was created.
ALTER TABLE "learning_tokens" ADD COLUMN "address" TEXT NOT NULL DEFAULT '';
ALTER TABLE "learning_tokens" ADD COLUMN "browser" TEXT NOT NULL DEFAULT '';
