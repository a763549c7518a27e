-- AlterTable
ALTER TABLE "users" ADD COLUMN     "learning_member_id" SERIAL NOT NULL;

-- CreateIndex
CREATE UNIQUE INDEX "users_learning_member_id_key" ON "users"("learning_member_id");
