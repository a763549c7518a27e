import { z } from "zod";
import { name, optionalNotNull, timestamp, uuid } from "@/lib/kernel/fields";

/** The largest number of collections that an earner can create. */
export const MAX_COLLECTIONS = 50;
/** The largest number of badges in one collection. */
export const MAX_COLLECTED_BADGES = 100;
const MAX_NAME_LENGTH = 80;
/** A collection can have more badges than can be sent, because a merge or a replacement adds some. */
const MAX_LISTED_BADGES = 1_000;

const CollectedBadge = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  image_url: z.string(),
  state: z.enum(["accepted", "revoked"]),
  public: z.boolean(),
});

/** A collection as its earner sees it, with their badges in it, private and revoked ones included. */
export const BadgeCollection = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    /** The place among the earner's collections, from 1. */
    position: z.int(),
    badges: z.array(CollectedBadge),
    created_at: timestamp(),
    updated_at: timestamp(),
  })
  .meta({ id: "BadgeCollection" });
export type BadgeCollection = z.infer<typeof BadgeCollection>;

export const BadgeCollectionInput = z
  .object({ name: name(MAX_NAME_LENGTH) })
  .meta({ id: "BadgeCollectionInput" });
export type BadgeCollectionInput = z.infer<typeof BadgeCollectionInput>;

/** A change of a collection. What is left out stays. */
export const BadgeCollectionChange = z
  .object({
    name: optionalNotNull(name(MAX_NAME_LENGTH)),
    /** The new place among the earner's collections, from 1. The others make room. */
    position: optionalNotNull(z.int().min(1).max(1_000_000)),
    /** All badges of the collection in their order. They leave the collections in which they were. */
    badge_ids: optionalNotNull(
      z
        .array(uuid())
        .max(MAX_COLLECTED_BADGES)
        .refine((ids) => new Set(ids).size === ids.length, "must not contain a badge twice"),
    ),
    /** The badges, in their order, that the change is based on. 409 when the collection has others now. */
    previous_badge_ids: optionalNotNull(z.array(uuid()).max(MAX_LISTED_BADGES)),
  })
  .meta({ id: "BadgeCollectionChange" });
export type BadgeCollectionChange = z.infer<typeof BadgeCollectionChange>;
