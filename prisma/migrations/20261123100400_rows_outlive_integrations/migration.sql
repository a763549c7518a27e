-- From here on a deleted integration leaves these rows to the job.
ALTER TABLE "learning_students" DROP CONSTRAINT "learning_students_organization_id_integration_id_fkey";
ALTER TABLE "learning_gradables" DROP CONSTRAINT "learning_gradables_organization_id_integration_id_fkey";
ALTER TABLE "learning_grades" DROP CONSTRAINT "learning_grades_organization_id_integration_id_fkey";
ALTER TABLE "learning_awards" DROP CONSTRAINT "learning_awards_organization_id_integration_id_fkey";
ALTER TABLE "learning_logs" DROP CONSTRAINT "learning_logs_organization_id_integration_id_fkey";
