import { setTimeout as sleep } from "node:timers/promises";

type Options = {
  /** The bytes that all shares together may have. */
  capacity: number;
  /** How long the holder of a share may take to fill it while others wait. */
  fillMs: number;
  /** How long to wait for a share. */
  waitMs: number;
  /** How many may wait. */
  maxWaiting: number;
};

/** A part of a budget. */
export type BudgetShare = {
  /** Rejects when this share takes too long to fill and others wait. */
  expired: Promise<never>;
  /** Ends the time limit: the memory is filled. */
  markFilled: () => void;
  /** Returns the share to the budget. Safe to call twice. */
  release: () => void;
};

type Waiting = { bytes: number; enter: () => void };

/**
 * Bounds the memory that all requests together use for something that arrives slowly, such as bodies. Shares are given
 * in order. A share that is not filled in time is taken back, but only when others wait, so a slow client can neither
 * block them nor is stopped for nothing. `refuse` creates the error for those who have to go.
 */
export class MemoryBudget {
  readonly #options: Options;
  readonly #refuse: () => Error;
  readonly #waiting = new Set<Waiting>();
  /** The functions that take back the shares whose time is over. */
  readonly #overdue = new Set<() => void>();
  #used = 0;

  constructor(options: Options, refuse: () => Error) {
    this.#options = options;
    this.#refuse = refuse;
  }

  /** The bytes that are in use. */
  get used(): number {
    return this.#used;
  }

  /** Returns a share of `bytes`. Throws when there is none in time, or when too many wait already. */
  async share(bytes: number): Promise<BudgetShare> {
    if (this.#waiting.size > 0 || !this.#fits(bytes)) await this.#waitForPlace(bytes);
    else this.#used += bytes;
    return this.#createShare(bytes);
  }

  #fits(bytes: number): boolean {
    return this.#used === 0 || this.#used + bytes <= this.#options.capacity;
  }

  async #waitForPlace(bytes: number): Promise<void> {
    if (this.#waiting.size >= this.#options.maxWaiting) throw this.#refuse();
    const stopTimer = new AbortController();
    const place = await new Promise<Waiting | null>((resolve) => {
      const one: Waiting = { bytes, enter: () => resolve(one) };
      this.#waiting.add(one);
      for (const takeBack of this.#overdue) takeBack();
      sleep(this.#options.waitMs, undefined, { signal: stopTimer.signal }).then(
        () => {
          this.#waiting.delete(one);
          resolve(null);
        },
        () => undefined,
      );
    });
    stopTimer.abort();
    if (place) return;
    // The next one may need less.
    this.#admitWaiting();
    throw this.#refuse();
  }

  #admitWaiting(): void {
    for (const one of this.#waiting) {
      if (!this.#fits(one.bytes)) return;
      this.#waiting.delete(one);
      this.#used += one.bytes;
      one.enter();
    }
  }

  #createShare(bytes: number): BudgetShare {
    let isReleased = false;
    let expire: (error: Error) => void = () => undefined;
    const expired = new Promise<never>((_resolve, reject) => {
      expire = reject;
    });
    // Nobody may be listening any more.
    expired.catch(() => undefined);
    const takeBack = (): void => expire(this.#refuse());
    const timer = setTimeout(() => {
      if (this.#waiting.size > 0) takeBack();
      else this.#overdue.add(takeBack);
    }, this.#options.fillMs);
    const markFilled = (): void => {
      clearTimeout(timer);
      this.#overdue.delete(takeBack);
    };
    const release = (): void => {
      if (isReleased) return;
      isReleased = true;
      markFilled();
      this.#used -= bytes;
      this.#admitWaiting();
    };
    return { expired, markFilled, release };
  }
}
