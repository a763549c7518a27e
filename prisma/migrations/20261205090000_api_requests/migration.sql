CREATE TABLE "api_requests" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "actor_type" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "actor_name" TEXT NOT NULL,
    "request_id" UUID NOT NULL,
    "address" TEXT NOT NULL,
    "user_agent" TEXT NOT NULL,
    "request_body" TEXT,
    "response_body" TEXT,

    CONSTRAINT "api_requests_pkey" PRIMARY KEY ("id")
)
-- Lists read no bodies, so long ones are stored apart from the rows.
WITH (toast_tuple_target = 512);
CREATE INDEX "api_requests_organization_id_id_idx" ON "api_requests"("organization_id", "id");
CREATE INDEX "api_requests_organization_id_actor_id_id_idx" ON "api_requests"("organization_id", "actor_id", "id");
CREATE INDEX "api_requests_organization_id_request_id_idx" ON "api_requests"("organization_id", "request_id");
