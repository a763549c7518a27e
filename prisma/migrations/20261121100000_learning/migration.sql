-- CreateEnum
CREATE TYPE "gradable_callback" AS ENUM ('letterGrade', 'points', 'complete', 'pass');

-- CreateEnum
CREATE TYPE "learning_log_action" AS ENUM ('create', 'delete', 'bulk_delete');

-- CreateEnum
CREATE TYPE "rule_operator" AS ENUM ('gte', 'gt', 'eq', 'lte', 'lt');

-- CreateEnum
CREATE TYPE "learning_token_kind" AS ENUM ('owner', 'integration', 'learner');

-- CreateTable
CREATE TABLE "learning_apps" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "consumer_key" TEXT NOT NULL,
    "secret" BYTEA NOT NULL,
    "enterprise" BOOLEAN NOT NULL DEFAULT false,
    "owner_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "last_successfully_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "learning_apps_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "learning_nonces" (
    "app_id" UUID NOT NULL,
    "nonce" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "learning_nonces_pkey" PRIMARY KEY ("app_id","nonce")
);

-- CreateTable
CREATE TABLE "learning_identities" (
    "app_id" UUID NOT NULL,
    "lti_user_id" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "learning_identities_pkey" PRIMARY KEY ("app_id","lti_user_id")
);

-- CreateTable
CREATE TABLE "learning_gradables" (
    "id" SERIAL NOT NULL,
    "organization_id" UUID NOT NULL,
    "integration_id" INTEGER NOT NULL,
    "extern_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "callback" "gradable_callback" NOT NULL,
    "min_pass_requirement" TEXT NOT NULL,
    "creator_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "learning_gradables_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "learning_grades" (
    "id" SERIAL NOT NULL,
    "organization_id" UUID NOT NULL,
    "integration_id" INTEGER NOT NULL,
    "gradable_id" INTEGER NOT NULL,
    "student_id" INTEGER NOT NULL,
    "score" TEXT NOT NULL,
    "rank" DECIMAL(12,6) NOT NULL,
    "completed_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "learning_grades_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "learning_integrations" (
    "id" SERIAL NOT NULL,
    "organization_id" UUID NOT NULL,
    "app_id" UUID NOT NULL,
    "course_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "launch_origins" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "learning_integrations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "learning_logs" (
    "id" BIGSERIAL NOT NULL,
    "organization_id" UUID NOT NULL,
    "integration_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "action" "learning_log_action" NOT NULL,
    "type" TEXT NOT NULL,
    "error_id" TEXT,
    "data" JSONB NOT NULL,

    CONSTRAINT "learning_logs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "learning_rules" (
    "id" SERIAL NOT NULL,
    "organization_id" UUID NOT NULL,
    "integration_id" INTEGER NOT NULL,
    "badge_template_id" UUID NOT NULL,
    "name" TEXT,
    "description" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "learning_rules_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "learning_rule_requirements" (
    "id" BIGSERIAL NOT NULL,
    "rule_id" INTEGER NOT NULL,
    "integration_id" INTEGER NOT NULL,
    "gradable_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "operator" "rule_operator" NOT NULL,
    "value" TEXT NOT NULL,
    "rank" DECIMAL(12,6) NOT NULL,

    CONSTRAINT "learning_rule_requirements_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "learning_students" (
    "id" SERIAL NOT NULL,
    "organization_id" UUID NOT NULL,
    "integration_id" INTEGER NOT NULL,
    "extern_id" TEXT NOT NULL,
    "first" TEXT NOT NULL,
    "last" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "learning_students_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "learning_awards" (
    "badge_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "integration_id" INTEGER NOT NULL,
    "student_id" INTEGER NOT NULL,
    "badge_template_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "learning_awards_pkey" PRIMARY KEY ("badge_id")
);

-- CreateTable
CREATE TABLE "learning_tokens" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "app_id" UUID NOT NULL,
    "kind" "learning_token_kind" NOT NULL,
    "user_id" UUID NOT NULL,
    "digest" BYTEA NOT NULL,
    "refresh_digest" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "last_successfully_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "learning_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "learning_token_integrations" (
    "organization_id" UUID NOT NULL,
    "token_id" UUID NOT NULL,
    "integration_id" INTEGER NOT NULL,

    CONSTRAINT "learning_token_integrations_pkey" PRIMARY KEY ("token_id","integration_id")
);

-- CreateTable
CREATE TABLE "learning_authorization_codes" (
    "digest" BYTEA NOT NULL,
    "app_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "integration_ids" INTEGER[],
    "user_id" UUID NOT NULL,
    "redirect_url" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "learning_authorization_codes_pkey" PRIMARY KEY ("digest")
);

-- CreateIndex
CREATE UNIQUE INDEX "learning_apps_consumer_key_key" ON "learning_apps"("consumer_key");

-- CreateIndex
CREATE INDEX "learning_apps_organization_id_created_at_id_idx" ON "learning_apps"("organization_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "learning_apps_owner_id_idx" ON "learning_apps"("owner_id");

-- CreateIndex
CREATE UNIQUE INDEX "learning_apps_organization_id_id_key" ON "learning_apps"("organization_id", "id");

-- CreateIndex
CREATE INDEX "learning_nonces_seen_at_idx" ON "learning_nonces"("seen_at");

-- CreateIndex
CREATE INDEX "learning_identities_app_id_user_id_idx" ON "learning_identities"("app_id", "user_id");

-- CreateIndex
CREATE INDEX "learning_identities_user_id_idx" ON "learning_identities"("user_id");

-- CreateIndex
CREATE INDEX "learning_gradables_creator_id_idx" ON "learning_gradables"("creator_id");

-- CreateIndex
CREATE UNIQUE INDEX "learning_gradables_integration_id_extern_id_key" ON "learning_gradables"("integration_id", "extern_id");

-- CreateIndex
CREATE UNIQUE INDEX "learning_gradables_integration_id_id_key" ON "learning_gradables"("integration_id", "id");

-- CreateIndex
CREATE INDEX "learning_grades_integration_id_id_idx" ON "learning_grades"("integration_id", "id");

-- CreateIndex
CREATE INDEX "learning_grades_integration_id_completed_at_id_idx" ON "learning_grades"("integration_id", "completed_at", "id");

-- CreateIndex
CREATE INDEX "learning_grades_gradable_id_rank_idx" ON "learning_grades"("gradable_id", "rank");

-- CreateIndex
CREATE INDEX "learning_grades_student_id_idx" ON "learning_grades"("student_id");

-- CreateIndex
CREATE UNIQUE INDEX "learning_grades_gradable_id_student_id_key" ON "learning_grades"("gradable_id", "student_id");

-- CreateIndex
CREATE INDEX "learning_integrations_app_id_id_idx" ON "learning_integrations"("app_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "learning_integrations_app_id_course_id_key" ON "learning_integrations"("app_id", "course_id");

-- CreateIndex
CREATE UNIQUE INDEX "learning_integrations_organization_id_id_key" ON "learning_integrations"("organization_id", "id");

-- CreateIndex
CREATE INDEX "learning_logs_integration_id_created_at_id_idx" ON "learning_logs"("integration_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "learning_rules_integration_id_badge_template_id_id_idx" ON "learning_rules"("integration_id", "badge_template_id", "id");

-- CreateIndex
CREATE INDEX "learning_rules_organization_id_badge_template_id_idx" ON "learning_rules"("organization_id", "badge_template_id");

-- CreateIndex
CREATE UNIQUE INDEX "learning_rules_integration_id_id_key" ON "learning_rules"("integration_id", "id");

-- CreateIndex
CREATE INDEX "learning_rule_requirements_integration_id_idx" ON "learning_rule_requirements"("integration_id");

-- CreateIndex
CREATE INDEX "learning_rule_requirements_gradable_id_idx" ON "learning_rule_requirements"("gradable_id");

-- CreateIndex
CREATE UNIQUE INDEX "learning_rule_requirements_rule_id_position_key" ON "learning_rule_requirements"("rule_id", "position");

-- CreateIndex
CREATE INDEX "learning_students_integration_id_email_id_idx" ON "learning_students"("integration_id", "email", "id");

-- CreateIndex
CREATE INDEX "learning_students_integration_id_first_id_idx" ON "learning_students"("integration_id", "first", "id");

-- CreateIndex
CREATE INDEX "learning_students_integration_id_last_id_idx" ON "learning_students"("integration_id", "last", "id");

-- CreateIndex
CREATE UNIQUE INDEX "learning_students_integration_id_extern_id_key" ON "learning_students"("integration_id", "extern_id");

-- CreateIndex
CREATE UNIQUE INDEX "learning_students_integration_id_id_key" ON "learning_students"("integration_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "learning_awards_integration_id_student_id_badge_template_id_key" ON "learning_awards"("integration_id", "student_id", "badge_template_id");

-- CreateIndex
CREATE INDEX "learning_awards_integration_id_badge_template_id_idx" ON "learning_awards"("integration_id", "badge_template_id");

-- CreateIndex
CREATE INDEX "learning_awards_organization_id_badge_template_id_idx" ON "learning_awards"("organization_id", "badge_template_id");

-- CreateIndex
CREATE INDEX "learning_awards_student_id_idx" ON "learning_awards"("student_id");

-- CreateIndex
CREATE UNIQUE INDEX "learning_tokens_digest_key" ON "learning_tokens"("digest");

-- CreateIndex
CREATE UNIQUE INDEX "learning_tokens_refresh_digest_key" ON "learning_tokens"("refresh_digest");

-- CreateIndex
CREATE INDEX "learning_tokens_app_id_idx" ON "learning_tokens"("app_id");

-- CreateIndex
CREATE INDEX "learning_tokens_user_id_idx" ON "learning_tokens"("user_id");

-- CreateIndex
CREATE INDEX "learning_tokens_expires_at_idx" ON "learning_tokens"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "learning_tokens_organization_id_id_key" ON "learning_tokens"("organization_id", "id");

-- CreateIndex
CREATE INDEX "learning_token_integrations_integration_id_idx" ON "learning_token_integrations"("integration_id");

-- CreateIndex
CREATE INDEX "learning_authorization_codes_app_id_idx" ON "learning_authorization_codes"("app_id");

-- CreateIndex
CREATE INDEX "learning_authorization_codes_organization_id_idx" ON "learning_authorization_codes"("organization_id");

-- CreateIndex
CREATE INDEX "learning_authorization_codes_user_id_idx" ON "learning_authorization_codes"("user_id");

-- CreateIndex
CREATE INDEX "learning_authorization_codes_expires_at_idx" ON "learning_authorization_codes"("expires_at");

-- AddForeignKey
ALTER TABLE "learning_apps" ADD CONSTRAINT "learning_apps_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "learning_apps" ADD CONSTRAINT "learning_apps_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "learning_nonces" ADD CONSTRAINT "learning_nonces_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "learning_apps"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "learning_identities" ADD CONSTRAINT "learning_identities_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "learning_apps"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "learning_identities" ADD CONSTRAINT "learning_identities_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "learning_gradables" ADD CONSTRAINT "learning_gradables_organization_id_integration_id_fkey" FOREIGN KEY ("organization_id", "integration_id") REFERENCES "learning_integrations"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "learning_gradables" ADD CONSTRAINT "learning_gradables_creator_id_fkey" FOREIGN KEY ("creator_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "learning_grades" ADD CONSTRAINT "learning_grades_organization_id_integration_id_fkey" FOREIGN KEY ("organization_id", "integration_id") REFERENCES "learning_integrations"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "learning_grades" ADD CONSTRAINT "learning_grades_integration_id_gradable_id_fkey" FOREIGN KEY ("integration_id", "gradable_id") REFERENCES "learning_gradables"("integration_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "learning_grades" ADD CONSTRAINT "learning_grades_integration_id_student_id_fkey" FOREIGN KEY ("integration_id", "student_id") REFERENCES "learning_students"("integration_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "learning_integrations" ADD CONSTRAINT "learning_integrations_organization_id_app_id_fkey" FOREIGN KEY ("organization_id", "app_id") REFERENCES "learning_apps"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "learning_logs" ADD CONSTRAINT "learning_logs_organization_id_integration_id_fkey" FOREIGN KEY ("organization_id", "integration_id") REFERENCES "learning_integrations"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "learning_rules" ADD CONSTRAINT "learning_rules_organization_id_integration_id_fkey" FOREIGN KEY ("organization_id", "integration_id") REFERENCES "learning_integrations"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "learning_rules" ADD CONSTRAINT "learning_rules_organization_id_badge_template_id_fkey" FOREIGN KEY ("organization_id", "badge_template_id") REFERENCES "badge_templates"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "learning_rule_requirements" ADD CONSTRAINT "learning_rule_requirements_integration_id_fkey" FOREIGN KEY ("integration_id") REFERENCES "learning_integrations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "learning_rule_requirements" ADD CONSTRAINT "learning_rule_requirements_integration_id_rule_id_fkey" FOREIGN KEY ("integration_id", "rule_id") REFERENCES "learning_rules"("integration_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "learning_rule_requirements" ADD CONSTRAINT "learning_rule_requirements_integration_id_gradable_id_fkey" FOREIGN KEY ("integration_id", "gradable_id") REFERENCES "learning_gradables"("integration_id", "id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "learning_students" ADD CONSTRAINT "learning_students_organization_id_integration_id_fkey" FOREIGN KEY ("organization_id", "integration_id") REFERENCES "learning_integrations"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "learning_awards" ADD CONSTRAINT "learning_awards_badge_id_fkey" FOREIGN KEY ("badge_id") REFERENCES "issued_badges"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "learning_awards" ADD CONSTRAINT "learning_awards_organization_id_integration_id_fkey" FOREIGN KEY ("organization_id", "integration_id") REFERENCES "learning_integrations"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "learning_awards" ADD CONSTRAINT "learning_awards_integration_id_student_id_fkey" FOREIGN KEY ("integration_id", "student_id") REFERENCES "learning_students"("integration_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "learning_awards" ADD CONSTRAINT "learning_awards_organization_id_badge_template_id_fkey" FOREIGN KEY ("organization_id", "badge_template_id") REFERENCES "badge_templates"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "learning_tokens" ADD CONSTRAINT "learning_tokens_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "learning_tokens" ADD CONSTRAINT "learning_tokens_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "learning_apps"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "learning_tokens" ADD CONSTRAINT "learning_tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "learning_token_integrations" ADD CONSTRAINT "learning_token_integrations_organization_id_token_id_fkey" FOREIGN KEY ("organization_id", "token_id") REFERENCES "learning_tokens"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "learning_token_integrations" ADD CONSTRAINT "learning_token_integrations_organization_id_integration_id_fkey" FOREIGN KEY ("organization_id", "integration_id") REFERENCES "learning_integrations"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "learning_authorization_codes" ADD CONSTRAINT "learning_authorization_codes_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "learning_apps"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "learning_authorization_codes" ADD CONSTRAINT "learning_authorization_codes_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "learning_authorization_codes" ADD CONSTRAINT "learning_authorization_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A token works on integrations while one of them is there: what cascades to its last one ends the token too.
CREATE FUNCTION "end_learning_tokens"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM learning_tokens AS token
  WHERE token.id IN (SELECT token_id FROM gone) AND token.kind <> 'owner'
    AND NOT EXISTS (SELECT FROM learning_token_integrations WHERE token_id = token.id);
  RETURN NULL;
END
$$;
CREATE TRIGGER "learning_token_integrations_gone" AFTER DELETE ON "learning_token_integrations"
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION "end_learning_tokens"();

-- As for badges and employees: what is written for an account while it is merged into another one is the other one's.
CREATE TRIGGER "learning_identities_merged" BEFORE INSERT ON "learning_identities"
  FOR EACH ROW EXECUTE FUNCTION "follow_merged_account"();
CREATE TRIGGER "learning_tokens_merged" BEFORE INSERT ON "learning_tokens"
  FOR EACH ROW EXECUTE FUNCTION "follow_merged_account"();
CREATE TRIGGER "learning_authorization_codes_merged" BEFORE INSERT ON "learning_authorization_codes"
  FOR EACH ROW EXECUTE FUNCTION "follow_merged_account"();

ALTER TABLE "learning_apps" ADD CONSTRAINT "learning_apps_consumer_key_check" CHECK ("consumer_key" ~ '^[0-9A-Za-z]+$');
ALTER TABLE "learning_tokens" ADD CONSTRAINT "learning_tokens_expires_at_check" CHECK ("expires_at" > "created_at");
ALTER TABLE "learning_authorization_codes" ADD CONSTRAINT "learning_authorization_codes_integration_ids_check"
  CHECK (cardinality("integration_ids") > 0);
ALTER TABLE "learning_integrations" ADD CONSTRAINT "learning_integrations_course_id_check" CHECK ("course_id" <> '');
ALTER TABLE "learning_students" ADD CONSTRAINT "learning_students_extern_id_check" CHECK ("extern_id" <> '');
ALTER TABLE "learning_students" ADD CONSTRAINT "learning_students_email_check" CHECK ("email" = lower("email"));
ALTER TABLE "learning_gradables" ADD CONSTRAINT "learning_gradables_extern_id_check" CHECK ("extern_id" <> '');
-- Specification, "Gradable callbacks and `min_pass_requirement`".
ALTER TABLE "learning_gradables" ADD CONSTRAINT "learning_gradables_min_pass_requirement_check" CHECK (
  CASE "callback"
    WHEN 'letterGrade' THEN "min_pass_requirement" IN ('A', 'B', 'C', 'D', 'F')
    WHEN 'points' THEN CASE WHEN "min_pass_requirement" ~ '^[0-9]{1,4}([.][0-9]{1,6})?$'
      THEN "min_pass_requirement"::numeric BETWEEN 0 AND 1000 ELSE false END
    WHEN 'complete' THEN "min_pass_requirement" = 'Completed'
    WHEN 'pass' THEN "min_pass_requirement" IN ('Pass', 'Pass or Fail')
  END);
ALTER TABLE "learning_rule_requirements" ADD CONSTRAINT "learning_rule_requirements_position_check" CHECK ("position" >= 0);
