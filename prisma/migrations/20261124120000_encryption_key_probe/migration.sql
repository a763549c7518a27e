-- A start that finds its ENCRYPTION_KEY wrong for this database ends with a message (decision 0096).
CREATE TABLE "encryption_key_probes" (
    "id" UUID NOT NULL,
    "value" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "encryption_key_probes_pkey" PRIMARY KEY ("id")
);
