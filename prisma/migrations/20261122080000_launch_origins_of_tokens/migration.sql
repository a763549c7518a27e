-- AlterTable
ALTER TABLE "learning_apps" ADD COLUMN     "registered_origins_only" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "learning_tokens" ADD COLUMN     "launch_origins" TEXT[] DEFAULT ARRAY[]::TEXT[];
