-- CreateEnum
CREATE TYPE "badge_template_state" AS ENUM ('draft', 'active', 'archived');

-- CreateEnum
CREATE TYPE "default_expiration" AS ENUM ('date', 'duration');

-- CreateEnum
CREATE TYPE "activity_type" AS ENUM ('Award', 'Badge', 'Course', 'Assessment', 'Professional Experience', 'Schedule / Registration');

-- CreateEnum
CREATE TYPE "employee_state" AS ENUM ('created', 'pending', 'accepted', 'rejected');

-- CreateEnum
CREATE TYPE "external_badge_type" AS ENUM ('OpenBadge', 'EmulatedBadge');

-- CreateEnum
CREATE TYPE "badge_state" AS ENUM ('pending', 'accepted', 'rejected', 'revoked', 'replaced');

-- CreateEnum
CREATE TYPE "member_role" AS ENUM ('administrator', 'issuer', 'viewer');

-- CreateEnum
CREATE TYPE "outbox_kind" AS ENUM ('webhook', 'mail');

-- CreateEnum
CREATE TYPE "outbox_state" AS ENUM ('due', 'done', 'failed');

-- CreateEnum
CREATE TYPE "recommendation_type" AS ENUM ('badge', 'information', 'education', 'employment', 'participation', 'offer');

-- CreateTable
CREATE TABLE "authorization_tokens" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "digest" BYTEA NOT NULL,
    "ciphertext" BYTEA NOT NULL,
    "description" TEXT,
    "read_enabled" BOOLEAN NOT NULL,
    "write_enabled" BOOLEAN NOT NULL,
    "delete_enabled" BOOLEAN NOT NULL,
    "created_by_id" TEXT,
    "created_by_type" TEXT NOT NULL,
    "created_by_name" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "last_successfully_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "authorization_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "badge_templates" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "learning_badge_id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "state" "badge_template_state" NOT NULL,
    "vanity_slug" TEXT NOT NULL,
    "image_id" UUID NOT NULL,
    "image_generated" BOOLEAN NOT NULL,
    "public" BOOLEAN NOT NULL DEFAULT true,
    "global_activity_url" TEXT,
    "earn_this_badge_url" TEXT,
    "enable_earn_this_badge" BOOLEAN NOT NULL DEFAULT false,
    "enable_detail_attribute_visibility" BOOLEAN NOT NULL DEFAULT true,
    "job_board_url" TEXT,
    "lock_badge_state" BOOLEAN NOT NULL DEFAULT false,
    "allow_duplicate_badges" BOOLEAN NOT NULL DEFAULT false,
    "send_expiring_badge_notifications" BOOLEAN NOT NULL DEFAULT false,
    "settings_enable_related_badges" BOOLEAN NOT NULL DEFAULT true,
    "show_badge_lmi" BOOLEAN NOT NULL DEFAULT true,
    "show_lmi_jobs" BOOLEAN NOT NULL DEFAULT true,
    "show_skill_tag_links" BOOLEAN NOT NULL DEFAULT true,
    "record_to_blockchain" BOOLEAN NOT NULL DEFAULT false,
    "translatable" BOOLEAN NOT NULL DEFAULT false,
    "printing_disabled" BOOLEAN NOT NULL DEFAULT false,
    "only_one_skill_required" BOOLEAN NOT NULL DEFAULT false,
    "linkedin_share_default_message" TEXT,
    "level" TEXT,
    "time_to_earn" TEXT,
    "cost" TEXT,
    "type_category" TEXT,
    "criteria_url_name" TEXT,
    "criteria_url" TEXT,
    "certification" BOOLEAN NOT NULL DEFAULT false,
    "skills" TEXT[],
    "reporting_tags" TEXT[],
    "alignments" JSONB NOT NULL DEFAULT '[]',
    "default_expires_at_type" "default_expiration",
    "default_expires_at" TIMESTAMPTZ(3),
    "default_expires_at_date" DATE,
    "default_expires_after" TEXT,
    "state_updated_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "badge_templates_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "badge_template_activities" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "badge_template_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "activity_type" "activity_type" NOT NULL,
    "title" TEXT,
    "activity_url" TEXT,
    "required_badge_template_id" UUID,

    CONSTRAINT "badge_template_activities_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "badge_template_counts" (
    "badge_template_id" UUID NOT NULL,
    "issued" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "badge_template_counts_pkey" PRIMARY KEY ("badge_template_id")
);

-- CreateTable
CREATE TABLE "employees" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "external_id" TEXT,
    "user_id" UUID,
    "state" "employee_state" NOT NULL DEFAULT 'created',
    "state_updated_at" TIMESTAMPTZ(3) NOT NULL,
    "last_invitation_sent_at" TIMESTAMPTZ(3),
    "first_name" TEXT,
    "last_name" TEXT,
    "team" TEXT,
    "position_title" TEXT,
    "manager_first_name" TEXT,
    "manager_last_name" TEXT,
    "manager_external_id" TEXT,
    "country" TEXT,
    "zip_code" TEXT,
    "state_or_province" TEXT,
    "department" TEXT,
    "organization_level_1" TEXT,
    "organization_level_2" TEXT,
    "organization_level_3" TEXT,
    "job_family" TEXT,
    "level" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "last_updated_by_organization_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "employees_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "employment_histories" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "employee_id" UUID NOT NULL,
    "current" BOOLEAN NOT NULL,
    "employer_job_title" TEXT,
    "partner_occupation" TEXT,
    "occupation_name" TEXT,
    "model_version" TEXT,
    "confidence_rating" DOUBLE PRECISION,
    "state" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "employment_histories_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "events" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "event_type" TEXT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "subject_id" UUID NOT NULL,
    "data" JSONB,
    "recorded_in" xid8 NOT NULL DEFAULT pg_current_xact_id(),

    CONSTRAINT "events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "external_badges" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "type" "external_badge_type" NOT NULL,
    "badge_name" TEXT NOT NULL,
    "badge_description" TEXT,
    "issuer_name" TEXT,
    "recipient_name" TEXT,
    "badge_url" TEXT,
    "badge_id" TEXT,
    "badge_version" TEXT,
    "credential_number" TEXT,
    "criteria_id" TEXT,
    "criteria_narrative" TEXT,
    "skills" TEXT[],
    "verified" BOOLEAN NOT NULL DEFAULT false,
    "image_url" TEXT,
    "ai_influenced" BOOLEAN NOT NULL DEFAULT false,
    "issued_at" TIMESTAMPTZ(3),
    "issued_at_date" DATE,
    "expires_at" TIMESTAMPTZ(3),
    "expires_at_date" DATE,
    "refreshed_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "external_badges_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "organization_id" UUID NOT NULL,
    "caller_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "request_digest" BYTEA NOT NULL,
    "status" INTEGER NOT NULL,
    "location" TEXT,
    "body" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("organization_id","caller_id","key")
);

-- CreateTable
CREATE TABLE "images" (
    "id" UUID NOT NULL,
    "sha256" BYTEA NOT NULL,
    "bytes" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "images_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "issued_badges" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "template_organization_id" UUID NOT NULL,
    "badge_template_id" UUID NOT NULL,
    "state" "badge_state" NOT NULL,
    "user_id" UUID,
    "recipient_email" TEXT NOT NULL,
    "issued_to" TEXT NOT NULL,
    "issued_to_first_name" TEXT,
    "issued_to_middle_name" TEXT,
    "issued_to_last_name" TEXT,
    "issuer_earner_id" TEXT,
    "issuer_earner_group_id" UUID,
    "locale" TEXT NOT NULL,
    "public" BOOLEAN NOT NULL,
    "translate_metadata" BOOLEAN NOT NULL,
    "suppress_badge_notification_email" BOOLEAN NOT NULL,
    "country" TEXT,
    "country_code" TEXT,
    "state_or_province" TEXT,
    "evidence" JSONB NOT NULL,
    "revocation_reason" TEXT,
    "replaces_badge_id" UUID,
    "replacement_badge_id" UUID,
    "issued_at" TIMESTAMPTZ(3) NOT NULL,
    "issued_at_date" DATE NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "expires_at_date" DATE,
    "state_updated_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "issued_badges_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "issuer_earner_groups" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "external_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "issuer_earner_groups_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "issuer_authorizations" (
    "id" UUID NOT NULL,
    "grantor_id" UUID NOT NULL,
    "issuer_id" UUID NOT NULL,
    "authorization_type" TEXT NOT NULL DEFAULT 'platform',
    "display_issuer_as" TEXT NOT NULL DEFAULT 'grantor',
    "restrict_by_badge_templates" BOOLEAN NOT NULL DEFAULT false,
    "subscription_type" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "issuer_authorizations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "issuer_authorization_templates" (
    "grantor_id" UUID NOT NULL,
    "issuer_authorization_id" UUID NOT NULL,
    "badge_template_id" UUID NOT NULL,

    CONSTRAINT "issuer_authorization_templates_pkey" PRIMARY KEY ("issuer_authorization_id","badge_template_id")
);

-- CreateTable
CREATE TABLE "oauth_applications" (
    "id" SERIAL NOT NULL,
    "organization_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "uid" TEXT NOT NULL,
    "secret_digest" BYTEA NOT NULL,
    "data_services_enabled" BOOLEAN NOT NULL DEFAULT false,
    "created_by_id" TEXT,
    "created_by_type" TEXT NOT NULL,
    "created_by_name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "last_successfully_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "oauth_applications_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "oauth_access_tokens" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "application_id" INTEGER NOT NULL,
    "digest" BYTEA NOT NULL,
    "scopes" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oauth_access_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "connected_applications" (
    "user_id" UUID NOT NULL,
    "application_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "connected_applications_pkey" PRIMARY KEY ("user_id","application_id")
);

-- CreateTable
CREATE TABLE "organizations" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "vanity_slug" TEXT NOT NULL,
    "photo_id" UUID,
    "website_url" TEXT,
    "contact_email" TEXT,
    "legal_contact_email" TEXT,
    "technical_contact_email" TEXT,
    "zip_or_postal_code" TEXT,
    "organization_type" TEXT,
    "bio" TEXT,
    "twitter_url" TEXT,
    "facebook_url" TEXT,
    "linked_in_url" TEXT,
    "linked_in_name" TEXT,
    "linked_in_org_id" TEXT,
    "address" TEXT,
    "city" TEXT,
    "state_or_province" TEXT,
    "country" TEXT,
    "location" TEXT,
    "primary_hex_color" TEXT,
    "support_email" TEXT,
    "support_url" TEXT,
    "allow_saml_debug" BOOLEAN NOT NULL DEFAULT false,
    "enable_blockchain" BOOLEAN NOT NULL DEFAULT false,
    "print_method" TEXT,
    "pdf_id" TEXT,
    "internationalize_badge_templates" BOOLEAN NOT NULL DEFAULT false,
    "integrated_with_partner" BOOLEAN NOT NULL DEFAULT false,
    "hide_subscription" BOOLEAN NOT NULL DEFAULT false,
    "default_page" TEXT NOT NULL DEFAULT 'badges',
    "industry_id" TEXT,
    "display_logo_as_circle_in_emails" BOOLEAN NOT NULL DEFAULT false,
    "is_trial" BOOLEAN NOT NULL DEFAULT false,
    "workforce_enabled" BOOLEAN NOT NULL DEFAULT false,
    "require_template_detail_attributes" BOOLEAN NOT NULL DEFAULT false,
    "verified_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "webhook_url" TEXT,
    "allowed_webhooks" TEXT[],
    "webhook_accepts_any_success" BOOLEAN NOT NULL DEFAULT false,
    "webhook_secret" BYTEA NOT NULL,
    "webhook_previous_secret" BYTEA,
    "webhook_previous_secret_until" TIMESTAMPTZ(3),
    "webhook_failing_since" TIMESTAMPTZ(3),
    "webhook_failure_mailed_at" TIMESTAMPTZ(3),

    CONSTRAINT "organizations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "memberships" (
    "organization_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "role" "member_role" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "memberships_pkey" PRIMARY KEY ("organization_id","user_id")
);

-- CreateTable
CREATE TABLE "outbox_messages" (
    "id" UUID NOT NULL,
    "kind" "outbox_kind" NOT NULL,
    "organization_id" UUID,
    "subject_id" UUID NOT NULL,
    "payload" JSONB,
    "state" "outbox_state" NOT NULL DEFAULT 'due',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL,
    "first_attempt_at" TIMESTAMPTZ(3),
    "leased_until" TIMESTAMPTZ(3),
    "lease_id" UUID,
    "woken_at" TIMESTAMPTZ(3),
    "wakes" INTEGER NOT NULL DEFAULT 0,
    "finished_at" TIMESTAMPTZ(3),
    "last_reason" TEXT,

    CONSTRAINT "outbox_messages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "recommendations" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "type" "recommendation_type" NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT,
    "activity_url" TEXT,
    "recommended_badge_template_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "recommendations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "badge_template_recommendations" (
    "organization_id" UUID NOT NULL,
    "badge_template_id" UUID NOT NULL,
    "recommendation_id" UUID NOT NULL,

    CONSTRAINT "badge_template_recommendations_pkey" PRIMARY KEY ("badge_template_id","recommendation_id")
);

-- CreateTable
CREATE TABLE "users" (
    "id" UUID NOT NULL,
    "first_name" TEXT NOT NULL,
    "middle_name" TEXT,
    "last_name" TEXT NOT NULL,
    "password_hash" TEXT,
    "session_version" INTEGER NOT NULL DEFAULT 1,
    "locale" TEXT NOT NULL DEFAULT 'en',
    "vanity_slug" TEXT NOT NULL,
    "bio" TEXT,
    "current_position_name" TEXT,
    "current_organization_name" TEXT,
    "photo_id" UUID,
    "merged_into_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "user_emails" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "primary" BOOLEAN NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_emails_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_attempts" (
    "id" UUID NOT NULL,
    "outbox_message_id" UUID NOT NULL,
    "attempted_at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "status" INTEGER,
    "reason" TEXT,
    "response_excerpt" TEXT,

    CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "authorization_tokens_digest_key" ON "authorization_tokens"("digest");

-- CreateIndex
CREATE INDEX "authorization_tokens_organization_id_created_at_id_idx" ON "authorization_tokens"("organization_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "authorization_tokens_organization_id_id_key" ON "authorization_tokens"("organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "badge_templates_learning_badge_id_key" ON "badge_templates"("learning_badge_id");

-- CreateIndex
CREATE INDEX "badge_templates_organization_id_created_at_id_idx" ON "badge_templates"("organization_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "badge_templates_organization_id_updated_at_id_idx" ON "badge_templates"("organization_id", "updated_at", "id");

-- CreateIndex
CREATE INDEX "badge_templates_organization_id_name_id_idx" ON "badge_templates"("organization_id", "name", "id");

-- CreateIndex
CREATE INDEX "badge_templates_image_id_idx" ON "badge_templates"("image_id");

-- CreateIndex
CREATE UNIQUE INDEX "badge_templates_organization_id_id_key" ON "badge_templates"("organization_id", "id");

-- CreateIndex
CREATE INDEX "badge_template_activities_organization_id_badge_template_id_idx" ON "badge_template_activities"("organization_id", "badge_template_id", "position");

-- CreateIndex
CREATE INDEX "badge_template_activities_organization_id_required_badge_te_idx" ON "badge_template_activities"("organization_id", "required_badge_template_id");

-- CreateIndex
CREATE INDEX "employees_organization_id_created_at_id_idx" ON "employees"("organization_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "employees_user_id_idx" ON "employees"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "employees_organization_id_id_key" ON "employees"("organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "employees_organization_id_email_key" ON "employees"("organization_id", "email");

-- CreateIndex
CREATE UNIQUE INDEX "employees_organization_id_external_id_key" ON "employees"("organization_id", "external_id");

-- CreateIndex
CREATE INDEX "employment_histories_organization_id_employee_id_idx" ON "employment_histories"("organization_id", "employee_id");

-- CreateIndex
CREATE INDEX "events_organization_id_occurred_at_id_idx" ON "events"("organization_id", "occurred_at", "id");

-- CreateIndex
CREATE INDEX "events_organization_id_recorded_in_id_idx" ON "events"("organization_id", "recorded_in", "id");

-- CreateIndex
CREATE INDEX "events_subject_id_idx" ON "events"("subject_id");

-- CreateIndex
CREATE INDEX "external_badges_user_id_created_at_idx" ON "external_badges"("user_id", "created_at");

-- CreateIndex
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys"("created_at");

-- CreateIndex
CREATE INDEX "issued_badges_organization_id_created_at_id_idx" ON "issued_badges"("organization_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "issued_badges_organization_id_recipient_email_idx" ON "issued_badges"("organization_id", "recipient_email");

-- CreateIndex
CREATE INDEX "issued_badges_template_organization_id_badge_template_id_cr_idx" ON "issued_badges"("template_organization_id", "badge_template_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "issued_badges_badge_template_id_recipient_email_idx" ON "issued_badges"("badge_template_id", "recipient_email");

-- CreateIndex
CREATE UNIQUE INDEX "issuer_earner_groups_organization_id_external_id_key" ON "issuer_earner_groups"("organization_id", "external_id");

-- CreateIndex
CREATE UNIQUE INDEX "issuer_earner_groups_organization_id_id_key" ON "issuer_earner_groups"("organization_id", "id");

-- CreateIndex
CREATE INDEX "issuer_authorizations_issuer_id_idx" ON "issuer_authorizations"("issuer_id");

-- CreateIndex
CREATE UNIQUE INDEX "issuer_authorizations_grantor_id_issuer_id_key" ON "issuer_authorizations"("grantor_id", "issuer_id");

-- CreateIndex
CREATE UNIQUE INDEX "issuer_authorizations_grantor_id_id_key" ON "issuer_authorizations"("grantor_id", "id");

-- CreateIndex
CREATE INDEX "issuer_authorization_templates_grantor_id_badge_template_id_idx" ON "issuer_authorization_templates"("grantor_id", "badge_template_id");

-- CreateIndex
CREATE UNIQUE INDEX "oauth_applications_uid_key" ON "oauth_applications"("uid");

-- CreateIndex
CREATE UNIQUE INDEX "oauth_applications_organization_id_id_key" ON "oauth_applications"("organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "oauth_access_tokens_digest_key" ON "oauth_access_tokens"("digest");

-- CreateIndex
CREATE INDEX "oauth_access_tokens_organization_id_application_id_idx" ON "oauth_access_tokens"("organization_id", "application_id");

-- CreateIndex
CREATE INDEX "oauth_access_tokens_expires_at_idx" ON "oauth_access_tokens"("expires_at");

-- CreateIndex
CREATE INDEX "connected_applications_application_id_idx" ON "connected_applications"("application_id");

-- CreateIndex
CREATE UNIQUE INDEX "organizations_vanity_slug_key" ON "organizations"("vanity_slug");

-- CreateIndex
CREATE INDEX "organizations_photo_id_idx" ON "organizations"("photo_id");

-- CreateIndex
CREATE INDEX "memberships_user_id_idx" ON "memberships"("user_id");

-- CreateIndex
CREATE INDEX "outbox_messages_subject_id_idx" ON "outbox_messages"("subject_id");

-- CreateIndex
CREATE INDEX "outbox_messages_organization_id_kind_created_at_id_idx" ON "outbox_messages"("organization_id", "kind", "created_at", "id");

-- CreateIndex
CREATE INDEX "recommendations_organization_id_title_id_idx" ON "recommendations"("organization_id", "title", "id");

-- CreateIndex
CREATE INDEX "recommendations_organization_id_recommended_badge_template__idx" ON "recommendations"("organization_id", "recommended_badge_template_id");

-- CreateIndex
CREATE UNIQUE INDEX "recommendations_organization_id_id_key" ON "recommendations"("organization_id", "id");

-- CreateIndex
CREATE INDEX "badge_template_recommendations_organization_id_badge_templa_idx" ON "badge_template_recommendations"("organization_id", "badge_template_id");

-- CreateIndex
CREATE INDEX "badge_template_recommendations_organization_id_recommendati_idx" ON "badge_template_recommendations"("organization_id", "recommendation_id");

-- CreateIndex
CREATE UNIQUE INDEX "users_vanity_slug_key" ON "users"("vanity_slug");

-- CreateIndex
CREATE INDEX "users_merged_into_id_idx" ON "users"("merged_into_id");

-- CreateIndex
CREATE INDEX "users_photo_id_idx" ON "users"("photo_id");

-- CreateIndex
CREATE UNIQUE INDEX "user_emails_email_key" ON "user_emails"("email");

-- CreateIndex
CREATE INDEX "user_emails_user_id_idx" ON "user_emails"("user_id");

-- CreateIndex
CREATE INDEX "webhook_attempts_outbox_message_id_attempted_at_idx" ON "webhook_attempts"("outbox_message_id", "attempted_at");

-- AddForeignKey
ALTER TABLE "authorization_tokens" ADD CONSTRAINT "authorization_tokens_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "badge_templates" ADD CONSTRAINT "badge_templates_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "badge_templates" ADD CONSTRAINT "badge_templates_image_id_fkey" FOREIGN KEY ("image_id") REFERENCES "images"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "badge_template_activities" ADD CONSTRAINT "badge_template_activities_organization_id_badge_template_i_fkey" FOREIGN KEY ("organization_id", "badge_template_id") REFERENCES "badge_templates"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "badge_template_activities" ADD CONSTRAINT "badge_template_activities_organization_id_required_badge_t_fkey" FOREIGN KEY ("organization_id", "required_badge_template_id") REFERENCES "badge_templates"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "badge_template_counts" ADD CONSTRAINT "badge_template_counts_badge_template_id_fkey" FOREIGN KEY ("badge_template_id") REFERENCES "badge_templates"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "employees" ADD CONSTRAINT "employees_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "employees" ADD CONSTRAINT "employees_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "employment_histories" ADD CONSTRAINT "employment_histories_organization_id_employee_id_fkey" FOREIGN KEY ("organization_id", "employee_id") REFERENCES "employees"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "events" ADD CONSTRAINT "events_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "external_badges" ADD CONSTRAINT "external_badges_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "issued_badges" ADD CONSTRAINT "issued_badges_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "issued_badges" ADD CONSTRAINT "issued_badges_template_organization_id_badge_template_id_fkey" FOREIGN KEY ("template_organization_id", "badge_template_id") REFERENCES "badge_templates"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "issued_badges" ADD CONSTRAINT "issued_badges_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "issued_badges" ADD CONSTRAINT "issued_badges_organization_id_issuer_earner_group_id_fkey" FOREIGN KEY ("organization_id", "issuer_earner_group_id") REFERENCES "issuer_earner_groups"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "issuer_earner_groups" ADD CONSTRAINT "issuer_earner_groups_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "issuer_authorizations" ADD CONSTRAINT "issuer_authorizations_grantor_id_fkey" FOREIGN KEY ("grantor_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "issuer_authorizations" ADD CONSTRAINT "issuer_authorizations_issuer_id_fkey" FOREIGN KEY ("issuer_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "issuer_authorization_templates" ADD CONSTRAINT "issuer_authorization_templates_grantor_id_issuer_authoriza_fkey" FOREIGN KEY ("grantor_id", "issuer_authorization_id") REFERENCES "issuer_authorizations"("grantor_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "issuer_authorization_templates" ADD CONSTRAINT "issuer_authorization_templates_grantor_id_badge_template_i_fkey" FOREIGN KEY ("grantor_id", "badge_template_id") REFERENCES "badge_templates"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_applications" ADD CONSTRAINT "oauth_applications_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_access_tokens" ADD CONSTRAINT "oauth_access_tokens_organization_id_application_id_fkey" FOREIGN KEY ("organization_id", "application_id") REFERENCES "oauth_applications"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "connected_applications" ADD CONSTRAINT "connected_applications_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "connected_applications" ADD CONSTRAINT "connected_applications_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "oauth_applications"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_photo_id_fkey" FOREIGN KEY ("photo_id") REFERENCES "images"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recommendations" ADD CONSTRAINT "recommendations_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recommendations" ADD CONSTRAINT "recommendations_organization_id_recommended_badge_template_fkey" FOREIGN KEY ("organization_id", "recommended_badge_template_id") REFERENCES "badge_templates"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "badge_template_recommendations" ADD CONSTRAINT "badge_template_recommendations_organization_id_badge_templ_fkey" FOREIGN KEY ("organization_id", "badge_template_id") REFERENCES "badge_templates"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "badge_template_recommendations" ADD CONSTRAINT "badge_template_recommendations_organization_id_recommendat_fkey" FOREIGN KEY ("organization_id", "recommendation_id") REFERENCES "recommendations"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_photo_id_fkey" FOREIGN KEY ("photo_id") REFERENCES "images"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_merged_into_id_fkey" FOREIGN KEY ("merged_into_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_emails" ADD CONSTRAINT "user_emails_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_outbox_message_id_fkey" FOREIGN KEY ("outbox_message_id") REFERENCES "outbox_messages"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Queue: workers look only at what is due, and this index holds only that.
CREATE INDEX "outbox_messages_due_idx" ON "outbox_messages" ("kind", "next_attempt_at") WHERE "state" = 'due';

-- The two further sides of the duplicate rule; most badges have neither.
CREATE INDEX "issued_badges_duplicate_user_idx" ON "issued_badges" ("badge_template_id", "user_id") WHERE "user_id" IS NOT NULL;
CREATE INDEX "issued_badges_duplicate_earner_idx" ON "issued_badges" ("badge_template_id", "issuer_earner_id") WHERE "issuer_earner_id" IS NOT NULL;
CREATE INDEX "issued_badges_user_idx" ON "issued_badges" ("user_id") WHERE "user_id" IS NOT NULL;
CREATE INDEX "issued_badges_group_idx" ON "issued_badges" ("organization_id", "issuer_earner_group_id") WHERE "issuer_earner_group_id" IS NOT NULL;

-- A person has one primary address.
CREATE UNIQUE INDEX "user_emails_primary_idx" ON "user_emails" ("user_id") WHERE "primary";

-- The duplicate rule under parallel requests: the locks of all candidates in one order (no deadlock), then a look.
-- The function is volatile, so the look has a snapshot of its own, taken after the locks were granted: a statement
-- that calls it sees what others committed while it waited. The locks end with the transaction.
CREATE FUNCTION "lock_badge_duplicates"(candidates jsonb)
RETURNS TABLE (candidate_id uuid, badge_id uuid, organization_id uuid, template_organization_id uuid, created_at timestamptz)
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(sorted.key)
  FROM (
    SELECT DISTINCT hashtextextended(concat_ws(':', 'badge', c.badge_template_id, side.kind, side.value), 0) AS key
    FROM jsonb_to_recordset(candidates) AS c(badge_template_id uuid, recipient_email text, user_id uuid, issuer_earner_id text)
    CROSS JOIN LATERAL (VALUES ('email', c.recipient_email), ('user', c.user_id::text), ('earner', c.issuer_earner_id)) AS side(kind, value)
    WHERE side.value IS NOT NULL
    ORDER BY key
  ) AS sorted;

  RETURN QUERY
  SELECT DISTINCT c.id, held.id, held.organization_id, held.template_organization_id, held.created_at
  FROM jsonb_to_recordset(candidates) AS c(id uuid, badge_template_id uuid, recipient_email text, user_id uuid, issuer_earner_id text)
  CROSS JOIN LATERAL (
    SELECT b.* FROM issued_badges AS b
    WHERE b.badge_template_id = c.badge_template_id AND b.recipient_email = c.recipient_email
    UNION ALL
    SELECT b.* FROM issued_badges AS b
    WHERE b.badge_template_id = c.badge_template_id AND b.user_id = c.user_id
    UNION ALL
    SELECT b.* FROM issued_badges AS b
    WHERE b.badge_template_id = c.badge_template_id AND b.issuer_earner_id = c.issuer_earner_id
  ) AS held
  WHERE held.state IN ('pending', 'accepted') AND held.deleted_at IS NULL;
END
$$;
