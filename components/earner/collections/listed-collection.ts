import type { BadgeCollection } from "@/lib/badges/collections/schema";

/** How many badges of a collection are shown as pictures. */
const SHOWN_PICTURES = 5;

/** A collection in the list, with the first of its badges. */
export type ListedCollection = Pick<BadgeCollection, "id" | "name" | "position"> & {
  count: number;
  pictures: string[];
};

/** Returns what the list shows of a collection. */
export const toListedCollection = ({ id, name, position, badges }: BadgeCollection): ListedCollection => ({
  id,
  name,
  position,
  count: badges.length,
  pictures: badges.slice(0, SHOWN_PICTURES).map(({ image_url: url }) => url),
});
