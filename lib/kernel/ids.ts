import { v7 } from "uuid";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A new UUID v7: ordered by time, so that indexes grow at their end. */
export const newId = (): string => v7();

/** True for a UUID in its usual spelling; anything else must not reach a uuid column (PostgreSQL raises). */
export const isUuid = (text: string): boolean => UUID.test(text);
