-- Identity providers (SAML 2.0) of organizations, and the sign-ins that are on their way.
CREATE TABLE "identity_providers" (
    "organization_id" UUID NOT NULL,
    "entity_id" TEXT NOT NULL,
    "sign_in_url" TEXT NOT NULL,
    "certificates" TEXT[],
    "is_required" BOOLEAN NOT NULL DEFAULT false,
    "email_attribute" TEXT,
    "first_name_attribute" TEXT,
    "last_name_attribute" TEXT,
    "role_attribute" TEXT,
    "role_rules" JSONB NOT NULL,
    "default_role" "member_role",
    "tried_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "identity_providers_pkey" PRIMARY KEY ("organization_id"),
    CONSTRAINT "identity_providers_organization_id_fkey" FOREIGN KEY ("organization_id")
      REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "saml_requests" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "browser_digest" BYTEA NOT NULL,
    "return_path" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "answered_at" TIMESTAMPTZ(3),
    "code_digest" BYTEA,
    "answer" JSONB,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "saml_requests_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "saml_requests_organization_id_fkey" FOREIGN KEY ("organization_id")
      REFERENCES "identity_providers"("organization_id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "saml_requests_organization_id_idx" ON "saml_requests"("organization_id");
CREATE INDEX "saml_requests_expires_at_idx" ON "saml_requests"("expires_at");
