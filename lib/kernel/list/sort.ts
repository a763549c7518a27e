import { badRequest } from "../errors";

export type Direction = "asc" | "desc";
export type Sorts<Order> = Record<string, (direction: Direction) => Order>;

/**
 * Parses `key1|-key2` by the domain's table of sorts (`-` is descending). Returns `defaultOrder` without a sort, and
 * throws 400 for an unknown key. The caller adds the id as the last key, so that pages neither repeat nor skip rows.
 */
export function parseSort<Order>(text: string | null, sorts: Sorts<Order>, defaultOrder: Order[]): Order[] {
  const parts = (text ?? "").split("|").filter((part) => part !== "");
  if (parts.length === 0) return defaultOrder;
  return parts.map((part) => {
    const key = part.replace(/^-/, "");
    const sort = Object.hasOwn(sorts, key) ? sorts[key] : undefined;
    if (sort) return sort(part.startsWith("-") ? "desc" : "asc");
    const known = Object.keys(sorts).join(", ") || "none here";
    throw badRequest("unknown_sort", `Unknown sort key "${key}". Keys: ${known}.`);
  });
}
