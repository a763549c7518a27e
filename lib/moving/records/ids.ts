import { z } from "zod";
import { digest } from "@/lib/kernel/secrets";

const Uuid = z.uuid();

/**
 * Returns an id of the other service as a UUID: its own if it is one, otherwise one that is always the same for this id of
 * this kind (a name-based UUID of RFC 9562, version 8).
 */
export function toUuid(kind: string, id: string): string {
  const own = id.toLowerCase();
  if (Uuid.safeParse(own).success) return own;
  const hex = digest(`${kind} ${id}`).toString("hex");
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/**
 * Returns an id that a record of a kind has only when it comes from this source, so that a source cannot name the records of
 * another one. `source`: its origin and the organization there.
 */
export const scopeId = (source: string, kind: string, id: string): string =>
  toUuid(`${source} ${kind}`, `id ${id}`);
