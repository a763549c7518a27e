ALTER TABLE "issued_badges" ADD COLUMN "results" JSONB;
ALTER TABLE "learning_rules" ADD COLUMN "includes_results" BOOLEAN NOT NULL DEFAULT false;
