-- The sender and the words of the mails of an organization.
CREATE TABLE "mail_designs" (
    "organization_id" UUID NOT NULL,
    "sender_name" TEXT,
    "reply_to_email_id" UUID,
    "texts" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mail_designs_pkey" PRIMARY KEY ("organization_id"),
    CONSTRAINT "mail_designs_organization_id_fkey" FOREIGN KEY ("organization_id")
      REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "mail_designs_reply_to_email_id_fkey" FOREIGN KEY ("reply_to_email_id")
      REFERENCES "user_emails"("id") ON DELETE SET NULL ON UPDATE CASCADE
);
-- Deleting an address ends its use.
CREATE INDEX "mail_designs_reply_to_email_id_idx" ON "mail_designs"("reply_to_email_id");
