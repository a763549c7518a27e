ALTER TABLE "learning_students" VALIDATE CONSTRAINT "learning_students_course_data_fkey";
ALTER TABLE "learning_gradables" VALIDATE CONSTRAINT "learning_gradables_course_data_fkey";
ALTER TABLE "learning_grades" VALIDATE CONSTRAINT "learning_grades_course_data_fkey";
ALTER TABLE "learning_awards" VALIDATE CONSTRAINT "learning_awards_course_data_fkey";
ALTER TABLE "learning_logs" VALIDATE CONSTRAINT "learning_logs_course_data_fkey";
