-- Mails of test organizations are stored here instead of being sent.
CREATE TABLE "test_mails" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "mail_id" TEXT NOT NULL,
    "to_name" TEXT NOT NULL,
    "to_address" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "html" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "sent_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "test_mails_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "test_mails_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id")
      ON DELETE CASCADE ON UPDATE CASCADE
)
-- Lists read no contents, so those are stored apart from the rows.
WITH (toast_tuple_target = 512);
CREATE UNIQUE INDEX "test_mails_organization_id_mail_id_key" ON "test_mails"("organization_id", "mail_id");
CREATE INDEX "test_mails_organization_id_sent_at_id_idx" ON "test_mails"("organization_id", "sent_at" DESC, "id" DESC);
CREATE INDEX "test_mails_sent_at_idx" ON "test_mails"("sent_at");
-- Deleting an account deletes the mails to its addresses.
CREATE INDEX "test_mails_to_address_idx" ON "test_mails"("to_address");
