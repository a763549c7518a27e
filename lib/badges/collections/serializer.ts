import { imageUrl } from "@/lib/art/images/serializer";
import { publicUrl } from "@/lib/kernel/env";
import type { BadgeState, Prisma } from "@/prisma/generated/client";
import type { BadgeCollection } from "./schema";

/** The states in which a badge can be in a collection: the ones that the wallet shows. */
export const COLLECTED_STATES = ["accepted", "revoked"] satisfies BadgeState[];

/** The columns of a collection, with those of its badges that still belong to the person. */
export const collectionSelect = (userId: string) =>
  ({
    id: true,
    name: true,
    position: true,
    createdAt: true,
    updatedAt: true,
    badges: {
      where: { badge: { userId, deletedAt: null, state: { in: COLLECTED_STATES } } },
      select: {
        badge: {
          select: {
            id: true,
            state: true,
            public: true,
            badgeTemplate: { select: { name: true, imageId: true } },
          },
        },
      },
      orderBy: [{ position: "asc" }, { badgeId: "asc" }],
    },
  }) satisfies Prisma.BadgeCollectionSelect;

export type CollectionRow = Prisma.BadgeCollectionGetPayload<{ select: ReturnType<typeof collectionSelect> }>;

export const presentCollection = (row: CollectionRow): BadgeCollection => ({
  id: row.id,
  name: row.name,
  position: row.position,
  badges: row.badges.map(({ badge }) => ({
    id: badge.id,
    name: badge.badgeTemplate.name,
    image_url: imageUrl(badge.badgeTemplate.imageId),
    state: badge.state === "revoked" ? "revoked" : "accepted",
    public: badge.public,
  })),
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});

/** The address of a collection in the API. */
export const collectionUrl = ({ id }: { id: string }): string => publicUrl(`/v1/me/badge_collections/${id}`);
