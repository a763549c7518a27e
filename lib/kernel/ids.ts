import { v7 } from "uuid";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A new UUID v7: ordered by time, so that indexes grow at their end. */
export const newId = (): string => v7();

/** The least id that could be made at a moment: all that were made before it are smaller. */
export function firstIdAt(moment: Date): string {
  const time = Math.max(moment.getTime(), 0).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

/** True for a UUID in its usual spelling; anything else must not reach a uuid column (PostgreSQL raises). */
export const isUuid = (text: string): boolean => UUID.test(text);
