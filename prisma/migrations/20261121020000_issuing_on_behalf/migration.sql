-- CreateEnum
CREATE TYPE "display_issuer_as" AS ENUM ('grantor', 'issuer', 'both');

-- DropIndex
DROP INDEX "issuer_authorizations_issuer_id_idx";

-- AlterTable
ALTER TABLE "issued_badges" ADD COLUMN     "display_issuer_as" "display_issuer_as";

-- AlterTable
-- By hand: Prisma would drop the column and what is in it.
ALTER TABLE "issuer_authorizations" ALTER COLUMN "display_issuer_as" DROP DEFAULT,
ALTER COLUMN "display_issuer_as" TYPE "display_issuer_as" USING "display_issuer_as"::"display_issuer_as",
ALTER COLUMN "display_issuer_as" SET DEFAULT 'grantor';

-- CreateIndex
CREATE INDEX "issuer_authorizations_grantor_id_created_at_id_idx" ON "issuer_authorizations"("grantor_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "issuer_authorizations_issuer_id_created_at_id_idx" ON "issuer_authorizations"("issuer_id", "created_at", "id");


-- CreateIndex
CREATE INDEX "recommendations_organization_id_created_at_id_idx" ON "recommendations"("organization_id", "created_at", "id");
