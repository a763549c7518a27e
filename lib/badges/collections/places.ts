/** The place of a badge in a collection, from 1. */
export type Place = { badgeId: string; position: number };

/**
 * Numbers the badges of a collection in their order, with the kept places of badges that are not shown yet among them.
 * Kept places beyond `max` are left out.
 */
export function numberPlaces(badgeIds: string[], kept: Place[], max: number): Place[] {
  const order = [...badgeIds];
  for (const { badgeId, position } of kept.slice(0, Math.max(max - badgeIds.length, 0))) {
    order.splice(position - 1, 0, badgeId);
  }
  return order.map((badgeId, index) => ({ badgeId, position: index + 1 }));
}
