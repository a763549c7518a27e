import { setTimeout as sleep } from "node:timers/promises";

type Options = {
  /** The bytes of bodies that are complete, until their requests end, and of those that were reserved. */
  capacity: number;
  /** The bytes that have arrived of all other bodies. */
  room: number;
  /** The time over which the progress of a body is measured. */
  windowMs: number;
  /** A body that sent fewer bytes in a window loses its place at once when others need it. */
  minBytes: number;
  /** How long a body waits for memory. */
  waitMs: number;
  /** How many may wait. */
  maxWaiting: number;
  /** How many bodies of one client may wait, so that it does not take all places of the others. */
  maxWaitingOfClient: number;
};

const SLOTS = 4;
/** Beyond this, the required progress does not grow any more: 1,024 times the least. */
const MAX_DOUBLINGS = 10;

/** Counts the bytes of the last window, in slots of a quarter of it. */
class Progress {
  readonly #slotMs: number;
  #since = performance.now();
  #slot = 0;
  #bytes: number[] = [];

  constructor(windowMs: number) {
    this.#slotMs = windowMs / SLOTS;
    this.restart();
  }

  /** Begins anew, because the body had to wait. */
  restart(): void {
    this.#since = performance.now();
    this.#slot = Math.floor(this.#since / this.#slotMs);
    this.#bytes = Array.from({ length: SLOTS }, () => 0);
  }

  #advance(): void {
    const slot = Math.floor(performance.now() / this.#slotMs);
    for (let next = Math.max(this.#slot + 1, slot - SLOTS + 1); next <= slot; next += 1)
      this.#bytes[next % SLOTS] = 0;
    this.#slot = slot;
  }

  add(bytes: number): void {
    this.#advance();
    this.#bytes[this.#slot % SLOTS] = (this.#bytes[this.#slot % SLOTS] ?? 0) + bytes;
  }

  /** The bytes of the last window; null before there was a whole one. */
  recent(): number | null {
    if (performance.now() - this.#since < SLOTS * this.#slotMs) return null;
    this.#advance();
    return this.#bytes.reduce((sum, bytes) => sum + bytes, 0);
  }
}

type Waiting = { place: Place; bytes: number; isComplete: boolean; enter: () => void };

/** The memory of one body. */
type Place = {
  /** Who sends it; null when nobody knows. */
  client: string | null;
  /** How many were opened before. */
  order: number;
  /** The size of the whole body, or its limit. */
  expected: number;
  /** What it counts in the room, or of the capacity. */
  held: number;
  kind: "room" | "reserved" | "complete" | "released";
  isWaiting: boolean;
  progress: Progress;
  /** Ends its reading with this error. */
  evict: (error: Error) => void;
};

/** The memory of one body, as its reader uses it. */
export type BodyPlace = {
  /** Resolves when this many more bytes may be kept. Rejects when there is no memory in time, or when too many wait. */
  take: (bytes: number) => Promise<void>;
  /** Resolves when the complete body, of this size, may be used. Rejects like `take`. */
  complete: (bytes: number) => Promise<void>;
  /** Returns the memory. Safe to call twice. */
  release: () => void;
};

/**
 * Bounds the memory of all large bodies together (decision 0092). A body counts with what has arrived, in a common room, until it is complete.
 * When the room is full, bodies wait, and get either room, or the memory for all of their rest, so that some always can be
 * completed. Those that are complete come first, then by turns the oldest, so that nobody waits for ever, and the newest, so that it need not wait
 * until many slow ones that came before it have shown that they are slow. While bodies wait,
 * the slowest of those that arrive lose their memory, first those below `minBytes` a window. The required progress doubles with each
 * window in which bodies wait. `refuse` creates the error for those who have to go.
 */
export class BodyBudget {
  readonly #options: Options;
  readonly #refuse: () => Error;
  readonly #arriving = new Set<Place>();
  readonly #waiting = new Set<Waiting>();
  #isNewestNext = false;
  #opened = 0;
  #used = 0;
  #roomUsed = 0;
  /** For how many slots bodies have been waiting, up to the last doubling; it falls again while none waits. */
  #pressure = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: Options, refuse: () => Error) {
    this.#options = options;
    this.#refuse = refuse;
  }

  /** The bytes of complete and reserved bodies, and those in the room. */
  get used(): { capacity: number; room: number } {
    return { capacity: this.#used, room: this.#roomUsed };
  }

  /**
   * Opens a place for a body of `expected` bytes of a client (null: unknown, which has no share of its own). `evict` is called when it is too slow while others
   * need its memory.
   */
  open(expected: number, client: string | null, evict: (error: Error) => void): BodyPlace {
    const progress = new Progress(this.#options.windowMs);
    const place: Place = {
      client,
      order: (this.#opened += 1),
      expected,
      held: 0,
      kind: "room",
      isWaiting: false,
      progress,
      evict,
    };
    this.#arriving.add(place);
    return {
      take: async (bytes) => {
        progress.add(bytes);
        if (place.kind === "room" && !this.#canEnter(place, bytes, false))
          await this.#wait(place, bytes, false);
      },
      complete: async (bytes) => {
        this.#arriving.delete(place);
        if (place.kind === "room" && !this.#canEnter(place, bytes, true))
          await this.#wait(place, bytes, true);
      },
      release: () => this.#release(place),
    };
  }

  /** Enters unless others wait, who come first. */
  #canEnter(place: Place, bytes: number, isComplete: boolean): boolean {
    if (this.#waiting.size > 0) return false;
    return isComplete ? this.#occupy(place, bytes, "complete") : this.#enterRoom(place, bytes);
  }

  #enterRoom(place: Place, bytes: number): boolean {
    if (this.#roomUsed + bytes > this.#options.room) return false;
    this.#roomUsed += bytes;
    place.held += bytes;
    return true;
  }

  #occupy(place: Place, bytes: number, kind: "reserved" | "complete"): boolean {
    if (this.#used > 0 && this.#used + bytes > this.#options.capacity) return false;
    this.#roomUsed -= place.held;
    this.#used += bytes;
    Object.assign(place, { held: bytes, kind });
    return true;
  }

  #mayWait({ client }: Place): boolean {
    const { maxWaiting, maxWaitingOfClient } = this.#options;
    if (this.#waiting.size >= maxWaiting) return false;
    if (client === null) return true;
    return [...this.#waiting].filter(({ place }) => place.client === client).length < maxWaitingOfClient;
  }

  async #wait(place: Place, bytes: number, isComplete: boolean): Promise<void> {
    if (!this.#mayWait(place)) throw this.#refuse();
    const stopTimer = new AbortController();
    place.isWaiting = true;
    const hasEntered = await new Promise<boolean>((resolve) => {
      const one: Waiting = { place, bytes, isComplete, enter: () => resolve(true) };
      this.#waiting.add(one);
      sleep(this.#options.waitMs, undefined, { signal: stopTimer.signal }).then(
        () => {
          this.#waiting.delete(one);
          resolve(false);
        },
        () => undefined,
      );
      this.#makeRoom();
      this.#startTimer();
    });
    stopTimer.abort();
    place.isWaiting = false;
    place.progress.restart();
    if (hasEntered) return;
    // The next one may need less.
    this.#admitWaiting();
    throw this.#refuse();
  }

  #admit(one: Waiting, hasEntered: boolean): boolean {
    if (!hasEntered) return false;
    this.#waiting.delete(one);
    one.enter();
    return true;
  }

  /** Admits complete bodies in order, then by turns the oldest and the newest of those that arrive. */
  #admitWaiting(): void {
    const waiting = [...this.#waiting].toSorted((one, other) => one.place.order - other.place.order);
    const isFull = !waiting
      .filter(({ isComplete }) => isComplete)
      .every((one) => this.#admit(one, this.#occupy(one.place, one.bytes, "complete")));
    const arriving = waiting.filter(({ isComplete }) => !isComplete);
    for (;;) {
      const one = this.#isNewestNext ? arriving.pop() : arriving.shift();
      if (!one) return;
      const { place, bytes } = one;
      const hasEntered =
        this.#enterRoom(place, bytes) || (!isFull && this.#occupy(place, place.expected, "reserved"));
      if (!this.#admit(one, hasEntered)) return;
      this.#isNewestNext = !this.#isNewestNext;
    }
  }

  /** The bytes that a body must have sent in the last window to keep its memory while others wait. */
  #requiredBytes(): number {
    return this.#options.minBytes * 2 ** Math.min(MAX_DOUBLINGS, Math.floor(this.#pressure / SLOTS));
  }

  /** Lists bodies that are too slow, the slowest first. Only reserved memory serves those that are complete. */
  #listSlow(): Place[] {
    const needsRoom = [...this.#waiting].some(({ isComplete }) => !isComplete);
    const required = this.#requiredBytes();
    return [...this.#arriving]
      .filter(({ kind, isWaiting, held }) => !isWaiting && held > 0 && (needsRoom || kind === "reserved"))
      .map((place) => ({ place, recent: place.progress.recent() ?? Infinity }))
      .filter(({ recent }) => recent < required)
      .toSorted((one, other) => one.recent - other.recent)
      .map(({ place }) => place);
  }

  #makeRoom(): void {
    this.#admitWaiting();
    if (this.#waiting.size === 0) return;
    for (const place of this.#listSlow()) {
      place.evict(this.#refuse());
      this.#release(place);
      if (this.#waiting.size === 0) return;
    }
  }

  #startTimer(): void {
    this.#timer ??= setInterval(() => {
      const pressure = this.#pressure + (this.#waiting.size > 0 ? 1 : -1);
      this.#pressure = Math.min(MAX_DOUBLINGS * SLOTS, Math.max(0, pressure));
      if (this.#waiting.size > 0) this.#makeRoom();
      else if (this.#pressure === 0) {
        clearInterval(this.#timer);
        this.#timer = undefined;
      }
    }, this.#options.windowMs / SLOTS).unref();
  }

  #release(place: Place): void {
    if (place.kind === "released") return;
    if (place.kind === "room") this.#roomUsed -= place.held;
    else this.#used -= place.held;
    place.kind = "released";
    this.#arriving.delete(place);
    this.#admitWaiting();
  }
}
