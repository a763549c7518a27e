CREATE TABLE "idempotency_reservations" (
    "owner_id" UUID NOT NULL,
    "caller_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "holder_id" UUID NOT NULL,
    "lease_ends_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_reservations_pkey" PRIMARY KEY ("owner_id", "caller_id", "key")
);
