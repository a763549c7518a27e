import type { BadgesClient } from "../src/client.ts";
import { text, type Values } from "./command.ts";
import { positionFile, readPrivate, sharedPositionFile, writePrivate } from "./stored-files.ts";
import { printNote, usageError } from "./terminal.ts";

/** The last event that was done. `key` says whose position it is, for a person who opens the file. */
type Position = { key: string; eventId: string };

async function readPosition(key: string): Promise<string | undefined> {
  const own = await readPrivate<Position>(positionFile(key));
  return own?.eventId ?? (await readPrivate<Record<string, string>>(sharedPositionFile()))?.[key];
}

/** The options of commands that follow events. */
export const POSITION_OPTIONS = {
  after: { type: "string" },
  resume: { type: "boolean" },
  type: { type: "string", multiple: true },
  interval: { type: "string" },
  json: { type: "boolean" },
} as const;

export const POSITION_HELP = `  --type TYPE         Only events of this type; can be repeated
  --after ID          Begin after this event instead of now
  --resume            Begin after the last event that this command printed or forwarded
  --interval SECONDS  How often to ask while nothing happens (2)
  --json              One event per line, with all fields`;

/** Where a command stopped, by what it did: the next run can continue from there. */
export async function openPosition(client: BadgesClient, values: Values, purpose: string) {
  const key = `${await client.organizationId()} ${purpose}`;
  const given = text(values, "after");
  if (given !== undefined && values.resume === true) throw usageError("Use either --after or --resume.");
  const after = given ?? (values.resume === true ? await readPosition(key) : undefined);
  if (values.resume === true && after === undefined) printNote("No earlier run to resume. Beginning now.");
  return {
    after,
    /** Stores the event as done. */
    save: (eventId: string): Promise<void> => writePrivate(positionFile(key), { key, eventId }),
  };
}
