-- How the certificates of an organization look.
CREATE TABLE "certificate_designs" (
    "organization_id" UUID NOT NULL,
    "design" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "certificate_designs_pkey" PRIMARY KEY ("organization_id"),
    CONSTRAINT "certificate_designs_organization_id_fkey" FOREIGN KEY ("organization_id")
      REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
