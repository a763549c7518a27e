import type { BadgeEvent, BadgesClient } from "../src/client.ts";
import { texts, wholeNumber, type Values } from "./command.ts";
import { openPosition } from "./event-position.ts";
import { printNote } from "./terminal.ts";

/** Passes events to `handle`, one after the other, until the signal aborts. `started` is printed when events
 * are no longer missed. Each is stored as done when it returns. */
export async function followEvents(
  client: BadgesClient,
  values: Values,
  { purpose, started, signal }: { purpose: string; started: string; signal: AbortSignal },
  handle: (event: BadgeEvent) => Promise<void>,
): Promise<void> {
  const { after, save } = await openPosition(client, values, purpose);
  const types = texts(values, "type");
  const intervalSeconds = wholeNumber(values, "interval", 1) ?? 2;
  const onInterruption = (error: Error, seconds: number) =>
    printNote(`${error.message} Trying again in ${seconds} s.`);
  const onStart = () => printNote(`${started} Press Ctrl-C to stop.`);
  const options = {
    intervalSeconds,
    signal,
    onStart,
    onInterruption,
    ...(after === undefined ? {} : { after }),
  };
  for await (const event of client.watchEvents(options)) {
    if (types.length === 0 || types.includes(event.event_type)) await handle(event);
    if (signal.aborted) break;
    await save(event.id);
  }
}

/** What an event is about, in a few words. */
export const describeSubject = (event: BadgeEvent): string => {
  const template = event.badge_template?.name;
  const badge = event.badge;
  const recipient = badge && "recipient_email" in badge ? badge.recipient_email : null;
  return [badge?.badge_template.name ?? template, recipient].filter(Boolean).join(" ");
};
