import { BadgesApiError, BadgesConnectionError } from "./errors.ts";
import { wait } from "./retrying-fetch.ts";

type WithId = { id: string; occurred_at: string };

/** A page of events, and the server's clock when it was read. */
export type EventPage<Event> = { events: Event[]; readAt: Date };

/** Reads at most 50 events: the newest first on numbered pages, or in the order of their commits after an event. */
export type ReadEvents<Event> = (
  query: { order: "desc"; page: number } | { order: "asc"; after?: string },
) => Promise<EventPage<Event>>;

export type WatchOptions = {
  /** Begins after this event. Default: events from now on. `null` begins with the oldest stored event. */
  after?: string | null;
  /** Time between two requests while nothing happens. Default: 2. */
  intervalSeconds?: number;
  /** Ends the iteration. */
  signal?: AbortSignal;
  /** Called once, when the beginning is known: what happens from then on is yielded. */
  onStart?: () => void;
  /** Called when the service cannot be reached. The iteration continues by itself. */
  onInterruption?: (error: Error, retryInSeconds: number) => void;
};

const PAGE_SIZE = 50;
const LONGEST_WAIT_SECONDS = 30;
/** An event that is committed later than others may be older than they are, by the duration of its transaction. */
const LATE_COMMIT_MS = 60_000;

/**
 * Finds where "from now on" begins: after an event old enough that none will appear before it any more. The newer ones,
 * which happened before, are returned to be skipped.
 */
async function findStart<Event extends WithId>(read: ReadEvents<Event>) {
  const known = new Set<string>();
  for (let page = 1; ; page += 1) {
    const { events, readAt } = await read({ order: "desc", page });
    for (const event of events) {
      if (readAt.getTime() - Date.parse(event.occurred_at) > LATE_COMMIT_MS)
        return { after: event.id, known };
      known.add(event.id);
    }
    if (events.length < PAGE_SIZE) return { after: null, known };
  }
}

const isTemporary = (error: unknown): error is Error =>
  error instanceof BadgesConnectionError ||
  (error instanceof BadgesApiError && (error.status >= 500 || error.status === 429));

/** Repeats a request until the service is back. Other errors are thrown. */
async function untilReachable<T>(request: () => Promise<T>, { signal, onInterruption }: WatchOptions) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await request();
    } catch (error) {
      if (signal?.aborted || !isTemporary(error)) throw error;
      const seconds = Math.min(LONGEST_WAIT_SECONDS, 2 ** attempt);
      onInterruption?.(error, seconds);
      await wait(seconds, signal);
    }
  }
}

async function* readForever<Event extends WithId>(read: ReadEvents<Event>, options: WatchOptions) {
  const { intervalSeconds = 2, signal } = options;
  const start =
    options.after === undefined
      ? await untilReachable(() => findStart(read), options)
      : { after: options.after, known: new Set<string>() };
  let { after } = start;
  options.onStart?.();
  for (;;) {
    const query = after === null ? { order: "asc" as const } : { order: "asc" as const, after };
    const { events } = await untilReachable(() => read(query), options);
    for (const event of events) {
      after = event.id;
      if (!start.known.delete(event.id)) yield event;
    }
    if (events.length < PAGE_SIZE) await wait(intervalSeconds, signal);
  }
}

/**
 * Yields events as they happen, each once and in the order of their commits, also across interruptions. To continue
 * later without a gap, store the id of the last event and pass it as `after`.
 */
export async function* watchEvents<Event extends WithId>(
  read: ReadEvents<Event>,
  options: WatchOptions = {},
): AsyncGenerator<Event, void, undefined> {
  try {
    yield* readForever(read, options);
  } catch (error) {
    if (!options.signal?.aborted) throw error;
  }
}
