-- AlterTable
ALTER TABLE "outbox_messages" ADD COLUMN     "recipient_digest" BYTEA;

-- CreateTable
CREATE TABLE "mail_sendings" (
    "outbox_message_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "recipient_digest" BYTEA NOT NULL,
    "sent_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mail_sendings_pkey" PRIMARY KEY ("outbox_message_id")
);

-- CreateIndex
CREATE INDEX "mail_sendings_organization_id_recipient_digest_sent_at_idx" ON "mail_sendings"("organization_id", "recipient_digest", "sent_at");

-- CreateIndex
CREATE INDEX "mail_sendings_sent_at_idx" ON "mail_sendings"("sent_at");

-- AddForeignKey
ALTER TABLE "mail_sendings" ADD CONSTRAINT "mail_sendings_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Mails that wait because their recipient has had enough from the organization, found by both. No other message is in it.
CREATE INDEX "outbox_messages_held_back_idx" ON "outbox_messages" ("organization_id", "recipient_digest", "created_at")
    WHERE "state" = 'due' AND "recipient_digest" IS NOT NULL;
