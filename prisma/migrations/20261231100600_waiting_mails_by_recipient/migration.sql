-- Only mails that wait because a recipient reached a limit have a digest.
CREATE INDEX CONCURRENTLY "outbox_messages_recipient_idx" ON "outbox_messages" ("recipient_digest")
  WHERE "recipient_digest" IS NOT NULL;
