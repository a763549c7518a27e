CREATE TABLE "page_builds" (
    "id" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "page_builds_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "page_files" (
    "path" TEXT NOT NULL,
    "build_id" TEXT NOT NULL,
    "content" BYTEA NOT NULL,

    CONSTRAINT "page_files_pkey" PRIMARY KEY ("path", "build_id"),
    CONSTRAINT "page_files_build_id_fkey" FOREIGN KEY ("build_id") REFERENCES "page_builds"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "page_files_build_id_idx" ON "page_files"("build_id");
