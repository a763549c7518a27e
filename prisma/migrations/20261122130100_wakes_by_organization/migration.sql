-- An outside scheduler is woken for the work of an organization, not for each message.
CREATE TABLE "outbox_wakes" (
    "kind" "outbox_kind" NOT NULL,
    "owner_id" UUID NOT NULL,
    "wake_id" UUID NOT NULL,
    "wakes" INTEGER NOT NULL DEFAULT 0,
    "is_acknowledged" BOOLEAN NOT NULL DEFAULT false,
    "quiet_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "outbox_wakes_pkey" PRIMARY KEY ("kind", "owner_id")
);

ALTER TABLE "outbox_messages" DROP COLUMN "woken_at",
DROP COLUMN "wakes",
ADD COLUMN     "claims" INTEGER NOT NULL DEFAULT 0;
