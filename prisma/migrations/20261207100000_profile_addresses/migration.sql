-- Addresses of public profiles that people have chosen, now or earlier. An address belongs to one account for good.
CREATE TABLE "profile_addresses" (
    "slug" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "profile_addresses_pkey" PRIMARY KEY ("slug"),
    CONSTRAINT "profile_addresses_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "profile_addresses_user_id_idx" ON "profile_addresses"("user_id");

ALTER TABLE "users" ADD COLUMN "profile_address_changes" TIMESTAMPTZ(3)[] DEFAULT ARRAY[]::TIMESTAMPTZ(3)[];
