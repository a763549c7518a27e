-- Collections in which earners group their badges, in the order that they choose.
CREATE TABLE "badge_collections" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "badge_collections_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "badge_collections_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "badge_collections_user_id_position_idx" ON "badge_collections"("user_id", "position");

CREATE TABLE "collected_badges" (
    "badge_id" UUID NOT NULL,
    "collection_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,

    CONSTRAINT "collected_badges_pkey" PRIMARY KEY ("badge_id"),
    CONSTRAINT "collected_badges_badge_id_fkey" FOREIGN KEY ("badge_id") REFERENCES "issued_badges"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "collected_badges_collection_id_fkey" FOREIGN KEY ("collection_id") REFERENCES "badge_collections"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "collected_badges_collection_id_position_idx" ON "collected_badges"("collection_id", "position");
