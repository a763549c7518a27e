-- Images of external badges are stored like all others; so far nothing wrote the address of one.
ALTER TABLE "external_badges" DROP COLUMN "image_url",
ADD COLUMN     "assertion_digest" BYTEA,
ADD COLUMN     "image_id" UUID,
ADD COLUMN     "public" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "recipient_email" TEXT,
ADD COLUMN     "revoked_at" TIMESTAMPTZ(3),
ADD COLUMN     "signed_assertion" TEXT;
CREATE INDEX "external_badges_image_id_idx" ON "external_badges"("image_id");
ALTER TABLE "external_badges" ADD CONSTRAINT "external_badges_image_id_fkey" FOREIGN KEY ("image_id") REFERENCES "images"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- One assertion stands in a wallet once, however many requests bring it at the same moment.
CREATE UNIQUE INDEX "external_badges_user_id_assertion_digest_key" ON "external_badges"("user_id", "assertion_digest");

-- A wallet in its order, and what an employer sees of one.
DROP INDEX "external_badges_user_id_created_at_idx";
CREATE INDEX "external_badges_user_id_created_at_id_idx" ON "external_badges"("user_id", "created_at", "id");

-- The employees whose wallets an employer sees, in the order of its list.
CREATE INDEX "employees_connected_idx" ON "employees" ("organization_id", "id") INCLUDE ("user_id", "external_id")
  WHERE "state" = 'accepted';

-- Nothing else shows the image of an external badge: it goes with the badge, or when another one takes its place.
CREATE FUNCTION "drop_external_badge_image"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM images WHERE id = OLD.image_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER "external_badges_image_gone" AFTER DELETE ON "external_badges"
  FOR EACH ROW WHEN (OLD.image_id IS NOT NULL) EXECUTE FUNCTION "drop_external_badge_image"();
CREATE TRIGGER "external_badges_image_replaced" AFTER UPDATE OF "image_id" ON "external_badges"
  FOR EACH ROW WHEN (OLD.image_id IS NOT NULL AND OLD.image_id IS DISTINCT FROM NEW.image_id)
  EXECUTE FUNCTION "drop_external_badge_image"();
