import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { log } from "@/lib/kernel/log";
import { createWriteBehind } from "@/lib/kernel/write-behind";
import { createGate } from "../../support/delivery/webhook-receiver";

type Count = { key: string; count: number };

describe("a write-behind buffer", () => {
  let stored: Count[][];
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(log, "warn").mockImplementation(() => undefined);
    stored = [];
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  const store = async (counts: Count[]): Promise<void> => {
    stored.push(counts);
  };
  const createBuffer = (settings: Partial<Parameters<typeof createWriteBehind<Count>>[0]> = {}) =>
    createWriteBehind<Count>({
      name: "counts",
      delayMs: 1_000,
      combining: {
        key: ({ key }) => key,
        combine: (earlier, later) => ({ ...earlier, count: earlier.count + later.count }),
      },
      maxWaiting: () => 3,
      store,
      ...settings,
    });

  it("stores its items together after the delay, those of one key combined", async () => {
    const { add } = createBuffer();
    for (const key of ["a", "b", "a"]) add({ key, count: 1 });
    expect(stored).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(stored).toEqual([
      [
        { key: "a", count: 2 },
        { key: "b", count: 1 },
      ],
    ]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(stored).toHaveLength(1);
  });

  it("combines items of a failed batch with those added meanwhile, and tries again by itself", async () => {
    const gate = createGate();
    let isAway = true;
    const { add, flush } = createBuffer({
      store: async (counts) => {
        await gate.opened;
        if (isAway) throw new Error("away");
        await store(counts);
      },
    });
    add({ key: "a", count: 1 });
    const flushed = flush();
    await vi.advanceTimersByTimeAsync(0);
    add({ key: "a", count: 2 });
    gate.open();
    await flushed;
    expect(stored).toEqual([]);
    isAway = false;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(stored).toEqual([[{ key: "a", count: 3 }]]);
  });

  it("waits, when it is flushed, for what is being stored already", async () => {
    const gate = createGate();
    const { add, flush } = createBuffer({ store: (counts) => gate.opened.then(() => store(counts)) });
    add({ key: "a", count: 1 });
    await vi.advanceTimersByTimeAsync(1_000);
    let isFlushed = false;
    const flushed = flush().then(() => (isFlushed = true));
    await vi.advanceTimersByTimeAsync(0);
    expect(isFlushed).toBe(false);
    gate.open();
    await flushed;
    expect(stored).toEqual([[{ key: "a", count: 1 }]]);
  });

  it("loses items beyond its bound, and logs how many", async () => {
    const { add, flush } = createBuffer();
    for (const key of ["a", "b", "c", "d", "e", "a"]) add({ key, count: 1 });
    await flush();
    expect(stored).toEqual([
      [
        { key: "a", count: 2 },
        { key: "b", count: 1 },
        { key: "c", count: 1 },
      ],
    ]);
    expect(log.warn).toHaveBeenCalledExactlyOnceWith({ lost: 2 }, expect.stringContaining("counts"));
  });

  it("keeps each item by itself without keys", async () => {
    const { add, flush } = createWriteBehind<Count>({
      name: "counts",
      delayMs: 1_000,
      maxWaiting: () => 3,
      store,
    });
    for (const count of [1, 2]) add({ key: "a", count });
    await flush();
    expect(stored).toEqual([
      [
        { key: "a", count: 1 },
        { key: "a", count: 2 },
      ],
    ]);
  });
});
