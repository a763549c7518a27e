-- CreateEnum
CREATE TYPE "badge_import_state" AS ENUM ('ready', 'running', 'done', 'cancelled', 'stopped');

-- CreateEnum
CREATE TYPE "badge_import_row_status" AS ENUM ('ok', 'warning', 'error', 'issued', 'failed');

-- CreateEnum
CREATE TYPE "date_order" AS ENUM ('day_first', 'month_first');

-- CreateEnum
CREATE TYPE "duplicate_behavior" AS ENUM ('deny', 'replace', 'allow');

-- CreateTable
CREATE TABLE "badge_imports" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "template_organization_id" UUID NOT NULL,
    "badge_template_id" UUID NOT NULL,
    "file_name" TEXT NOT NULL,
    "state" "badge_import_state" NOT NULL,
    "columns" JSONB NOT NULL,
    "mapping" JSONB NOT NULL,
    "duplicate_behavior" "duplicate_behavior" NOT NULL,
    "issued_at" DATE NOT NULL,
    "suppress_badge_notification_email" BOOLEAN NOT NULL,
    "date_order" "date_order" NOT NULL,
    "is_date_order_chosen" BOOLEAN NOT NULL,
    "rows_count" INTEGER NOT NULL,
    "ok_count" INTEGER NOT NULL,
    "warning_count" INTEGER NOT NULL,
    "error_count" INTEGER NOT NULL,
    "issued_count" INTEGER NOT NULL DEFAULT 0,
    "failed_count" INTEGER NOT NULL DEFAULT 0,
    "stop_reason" TEXT,
    "created_by_name" TEXT NOT NULL,
    "started_by_type" TEXT,
    "started_by_id" TEXT,
    "started_by_name" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "badge_imports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "badge_import_rows" (
    "organization_id" UUID NOT NULL,
    "badge_import_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "cells" TEXT[],
    "is_ragged" BOOLEAN NOT NULL,
    "status" "badge_import_row_status" NOT NULL,
    "recipient_email" TEXT NOT NULL,
    "recipient_name" TEXT NOT NULL,
    "problems" JSONB NOT NULL,
    "badge_id" UUID,

    CONSTRAINT "badge_import_rows_pkey" PRIMARY KEY ("badge_import_id","number")
);

-- CreateIndex
CREATE INDEX "badge_imports_organization_id_created_at_id_idx" ON "badge_imports"("organization_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "badge_imports_template_organization_id_badge_template_id_idx" ON "badge_imports"("template_organization_id", "badge_template_id");

-- CreateIndex
CREATE INDEX "badge_imports_updated_at_idx" ON "badge_imports"("updated_at");

-- CreateIndex
CREATE UNIQUE INDEX "badge_imports_organization_id_id_key" ON "badge_imports"("organization_id", "id");

-- CreateIndex
CREATE INDEX "badge_import_rows_badge_import_id_status_number_idx" ON "badge_import_rows"("badge_import_id", "status", "number");

-- CreateIndex
CREATE INDEX "badge_import_rows_badge_id_idx" ON "badge_import_rows"("badge_id");

-- AddForeignKey
ALTER TABLE "badge_imports" ADD CONSTRAINT "badge_imports_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "badge_imports" ADD CONSTRAINT "badge_imports_template_organization_id_badge_template_id_fkey" FOREIGN KEY ("template_organization_id", "badge_template_id") REFERENCES "badge_templates"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "badge_import_rows" ADD CONSTRAINT "badge_import_rows_organization_id_badge_import_id_fkey" FOREIGN KEY ("organization_id", "badge_import_id") REFERENCES "badge_imports"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "badge_import_rows" ADD CONSTRAINT "badge_import_rows_badge_id_fkey" FOREIGN KEY ("badge_id") REFERENCES "issued_badges"("id") ON DELETE SET NULL ON UPDATE CASCADE;
