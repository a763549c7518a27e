-- The trace of the request or job that stored a message (W3C Trace Context), so that the work on it continues the trace
-- (decision 0127). A server of the version before does not fill it.
ALTER TABLE "outbox_messages" ADD COLUMN "traceparent" TEXT;
