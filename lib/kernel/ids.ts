import { v7 } from "uuid";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Creates a UUID v7. It is ordered by time, so indexes grow at their end. */
export const newId = (): string => v7();

/** The smallest id that can be created at a moment. All ids created earlier are smaller. */
export function firstIdAt(moment: Date): string {
  const time = Math.max(moment.getTime(), 0).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

/**
 * True for a UUID in its usual form. Anything else must not reach a uuid column, because PostgreSQL would raise an
 * error.
 */
export const isUuid = (text: string): boolean => UUID.test(text);
