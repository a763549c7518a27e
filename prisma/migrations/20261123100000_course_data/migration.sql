-- What the students, gradables, grades, awards and logs of an integration belong to. It outlives the integration, which
-- goes at once, until a job has removed them in steps: at three million grades one statement takes half a minute.
CREATE TABLE "learning_course_data" (
    "id" INTEGER NOT NULL,
    "organization_id" UUID NOT NULL,
    "integration_deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "learning_course_data_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "learning_course_data_organization_id_id_key" ON "learning_course_data"("organization_id", "id");
CREATE INDEX "learning_course_data_deleted_idx" ON "learning_course_data"("integration_deleted_at") WHERE "integration_deleted_at" IS NOT NULL;
ALTER TABLE "learning_course_data" ADD CONSTRAINT "learning_course_data_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Each integration has its data, and leaves it behind, whatever makes or deletes it: servers of the version before too.
CREATE FUNCTION "make_course_data"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO learning_course_data (id, organization_id) VALUES (NEW.id, NEW.organization_id);
  RETURN NULL;
END
$$;
CREATE TRIGGER "learning_integrations_made" AFTER INSERT ON "learning_integrations"
  FOR EACH ROW EXECUTE FUNCTION "make_course_data"();

CREATE FUNCTION "leave_course_data"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE learning_course_data SET integration_deleted_at = statement_timestamp() WHERE id = OLD.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER "learning_integrations_deleted" AFTER DELETE ON "learning_integrations"
  FOR EACH ROW EXECUTE FUNCTION "leave_course_data"();
